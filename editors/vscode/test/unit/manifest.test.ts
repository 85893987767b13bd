// The manifest against what has its source elsewhere in the repository.
import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const here = process.cwd();
const root = join(here, '..', '..');
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

interface Property {
  type: string;
  default: unknown;
  enum?: string[];
  description?: string;
  markdownDescription?: string;
  properties?: Record<string, Property>;
}

interface Manifest {
  version: string;
  contributes: {
    configuration: { properties: Record<string, Property> };
    commands: { command: string }[];
    menus: { commandPalette: { command: string; when: string }[] };
    languages: { configuration: string; icon: { light: string; dark: string } }[];
    grammars: { path: string }[];
    semanticTokenScopes: { scopes: Record<string, string[]> }[];
    walkthroughs: { steps: { media: { image: string; altText: string }; description: string }[] }[];
  };
}

const manifest = JSON.parse(read(here, 'package.json')) as Manifest;
const { contributes } = manifest;
const properties = contributes.configuration.properties;

/** What the README's table says of each setting: its default. */
function readmeSettings(): Map<string, string> {
  const [, section = ''] = read(root, 'README.md').split('\n### Settings\n');
  const rows = section.split('\n#')[0]?.matchAll(/^\| `([\w.]+)` \|(.*?)\|/gm) ?? [];
  return new Map([...rows].map(([, name = '', value = '']) => [name, value.replaceAll('`', '').trim()]));
}

function referenceCodes(): string[] {
  const [, section = ''] = read(root, 'grammar/reference.md').split('\n## Diagnostics\n');
  return [...(section.split('\n## ')[0]?.matchAll(/^### (\S+)$/gm) ?? [])].map(([, code = '']) => code);
}

test('the settings are those of the server, with its defaults', () => {
  const told = readmeSettings();
  assert.ok(told.size >= 7, [...told.keys()].join());
  assert.equal(told.get('severity.CODE'), '');
  told.delete('severity.CODE');
  const own = new Set(['sgg.server.path', 'sgg.trace.server', 'sgg.severity']);
  const here = Object.entries(properties).filter(([name]) => !own.has(name));
  const defaults = here.map(([name, property]) => [name.replace(/^sgg\./, ''), JSON.stringify(property.default)]);
  assert.deepEqual(Object.fromEntries(defaults), Object.fromEntries(told));
});

test('the severities are of the codes of the reference', () => {
  assert.deepEqual(Object.keys(properties['sgg.severity']?.properties ?? {}), referenceCodes());
});

test('every setting says what it does', () => {
  for (const [name, property] of Object.entries(properties)) {
    assert.ok((property.description ?? property.markdownDescription ?? '').length > 10, name);
  }
});

test('what is copied is what the repository has', () => {
  for (const name of ['sgg.tmLanguage.json', 'sgg.markdown-injection.tmLanguage.json', 'language-configuration.json']) {
    assert.equal(read(here, 'dist', name), read(root, 'grammar', name), name);
  }
  assert.equal(read(here, 'dist/tour.sgg'), read(root, 'grammar/examples/tour.sgg'));
  assert.equal(read(here, 'CHANGELOG.md'), read(root, 'CHANGELOG.md'));
});

test('what the manifest names is there', () => {
  const [language] = contributes.languages;
  const [walkthrough] = contributes.walkthroughs;
  const files = [
    ...contributes.grammars.map(({ path }) => path),
    ...(walkthrough?.steps.map(({ media }) => media.image) ?? []),
    language?.configuration ?? '?',
    language?.icon.light ?? '?',
    language?.icon.dark ?? '?',
  ];
  assert.deepEqual(files.filter((file) => !existsSync(join(here, file))), []);
});

test('the palette offers commands in .sgg files only', () => {
  const rules = new Map(contributes.menus.commandPalette.map(({ command, when }) => [command, when]));
  for (const { command } of contributes.commands) {
    assert.match(rules.get(command) ?? '', /^(editorLangId == sgg\b|false$)/, command);
  }
  for (const step of contributes.walkthroughs.flatMap(({ steps }) => steps)) {
    for (const [, command = ''] of step.description.matchAll(/\(command:(sgg\.[\w.]+)/g)) {
      assert.ok(rules.has(command), command);
    }
  }
});

test('each type of token has the one scope that the grammar gives it, so that no colour changes', () => {
  const names = [...read(root, 'grammar/sgg.tmLanguage.json').matchAll(/"name": "([\w.-]+\.sgg)"/g)].map(([, name]) => name);
  // What is quoted is told apart for VS Code's own use; no theme asks for it.
  const inGrammar = new Set(names.map((name) => name?.replace('.quoted.sgg', '.sgg')));
  const scopes = contributes.semanticTokenScopes.flatMap((one) => Object.values(one.scopes));
  assert.deepEqual(new Set(scopes.flat()), inGrammar);
  assert.ok(scopes.every((one) => one.length === 1));
});

test('the version is that of the server', () => {
  const [, version] = /\[workspace\.package\]\nversion = "([^"]+)"/.exec(read(root, 'Cargo.toml')) ?? [];
  assert.equal(manifest.version, version);
  const lock = JSON.parse(read(here, 'package-lock.json')) as { version: string; packages: Record<string, { version: string }> };
  assert.equal(lock.version, version);
  assert.equal(lock.packages['']?.version, version);
});

test('snippets: a game of each kind that the language has, and a round', () => {
  const [, section = ''] = read(root, 'grammar/reference.md').split('\n## Kinds\n');
  const kinds = [...(section.split('\n## ')[0]?.matchAll(/^### (\S+)$/gm) ?? [])].map(([, kind]) => kind);
  const snippets = JSON.parse(read(here, 'language/snippets.json')) as Record<string, { body: string[]; prefix?: unknown }>;
  assert.deepEqual(Object.keys(snippets), [...kinds, 'round']);
  // With one, they would be offered behind every letter, within an arc as well; the server knows what fits.
  assert.deepEqual(Object.keys(snippets).filter((name) => snippets[name]?.prefix !== undefined), []);
  for (const kind of kinds) {
    assert.ok(kind !== undefined && snippets[kind]?.body[0]?.startsWith(`game ${kind} `), kind);
  }
});
