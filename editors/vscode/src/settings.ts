// The settings that are the server's: all under `sgg` but those that say how it is started and logged.

const OWN: ReadonlySet<string> = new Set(['server', 'trace']);

/** `settings` is what `workspace/configuration` answers for the section `sgg`, whatever that is. */
export function forServer(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
    return settings;
  }
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !OWN.has(name)));
}
