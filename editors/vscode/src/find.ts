// Where the server is: in the setting, in the package, on PATH.
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import * as path from 'node:path';

export interface Surroundings {
  /** The setting `sgg.server.path`. */
  setting: string;
  extensionPath: string;
  home: string;
  /** The variable PATH. */
  searchPath: string;
  windows: boolean;
}

export type Found =
  | { found: true; path: string }
  /** `setting`: what the setting names can't be started; it does not fall back, for another server was asked for. */
  | { found: false; why: 'setting' | 'nowhere'; message: string };

export async function findServer(where: Surroundings): Promise<Found> {
  const setting = where.setting.trim();
  if (setting !== '') {
    const file = /^~[/\\]/.test(setting) ? path.join(where.home, setting.slice(2)) : setting;
    if (!path.isAbsolute(file)) {
      return unusable(setting, 'which is no absolute path');
    }
    return (await canRun(file)) ? { found: true, path: file } : unusable(setting, 'which is no program that can be run');
  }
  for (const file of candidates(where)) {
    if (await canRun(file)) {
      return { found: true, path: file };
    }
  }
  return {
    found: false,
    why: 'nowhere',
    message:
      'The program `sgg` was not found: it is neither in this extension nor on PATH. Colours and snippets work, values and diagnostics need it.',
  };
}

function unusable(setting: string, why: string): Found {
  return { found: false, why: 'setting', message: `The setting \`sgg.server.path\` is \`${setting}\`, ${why}.` };
}

function candidates(where: Surroundings): string[] {
  const name = where.windows ? 'sgg.exe' : 'sgg';
  const folders = where.searchPath
    .split(where.windows ? ';' : ':')
    .map((folder) => (where.windows ? folder.replace(/^"(.*)"$/, '$1') : folder))
    // What is relative would be looked for in the folder that is open, which nobody may trust.
    .filter((folder) => path.isAbsolute(folder));
  return [path.join(where.extensionPath, 'bin'), ...folders].map((folder) => path.join(folder, name));
}

async function canRun(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
