import { strict as assert } from 'node:assert';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findServer, type Surroundings } from '../../src/find';

const home = mkdtempSync(join(tmpdir(), 'sgg-find-'));
after(() => {
  rmSync(home, { recursive: true });
});

function program(folder: string, mode = 0o755): string {
  const file = join(home, folder, 'sgg');
  mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, mode);
  return file;
}

const inPackage = program('extension/bin');
const onPath = program('on-path');
const set = program('set');
const noProgram = program('no-program', 0o644);

const where: Surroundings = {
  setting: '',
  extensionPath: join(home, 'extension'),
  home,
  searchPath: join(home, 'on-path'),
  windows: false,
};

test('the setting goes before the package, the package before PATH', async () => {
  assert.deepEqual(await findServer({ ...where, setting: set }), { found: true, path: set });
  assert.deepEqual(await findServer(where), { found: true, path: inPackage });
  assert.deepEqual(await findServer({ ...where, extensionPath: home }), { found: true, path: onPath });
});

test('the setting may begin with the home folder, and may have blanks around it', async () => {
  assert.deepEqual(await findServer({ ...where, setting: ' ~/set/sgg ' }), { found: true, path: set });
});

test('what the setting names and can not be started is told, and nothing else is started', async () => {
  for (const [setting, why] of [
    [join(home, 'nowhere'), 'no program that can be run'],
    [noProgram, 'no program that can be run'],
    [home, 'no program that can be run'],
    ['sgg', 'no absolute path'],
    ['./sgg', 'no absolute path'],
  ] as const) {
    const found = await findServer({ ...where, setting });
    assert.ok(!found.found && found.why === 'setting', setting);
    assert.equal(found.message, `The setting \`sgg.server.path\` is \`${setting}\`, which is ${why}.`);
  }
});

test('nowhere is told with the way out', async () => {
  const found = await findServer({ ...where, extensionPath: home, searchPath: `:${join(home, 'no-program')}` });
  assert.ok(!found.found && found.why === 'nowhere');
  assert.match(found.message, /neither in this extension nor on PATH/);
});

test('a folder of PATH that is relative is not looked into', async () => {
  const before = process.cwd();
  process.chdir(home);
  try {
    const found = await findServer({ ...where, extensionPath: join(home, 'none'), searchPath: 'on-path:.:' });
    assert.equal(found.found, false);
  } finally {
    process.chdir(before);
  }
});
