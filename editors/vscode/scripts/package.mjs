// Writes a .vsix.
//
//   npm run package                                       one for every platform, without the server
//   npm run package -- --server PATH                      one for this platform, with that server inside
//   npm run package -- --server PATH --target linux-arm64     for another platform
//   … --out FILE                                          where to write it
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: { server: { type: 'string' }, target: { type: 'string' }, out: { type: 'string' } },
});
if (values.target !== undefined && values.server === undefined) {
  throw new Error('--target says which platform the server is for, so it wants --server PATH');
}

// As VS Code names platforms.
const target = values.server === undefined ? undefined : (values.target ?? `${process.platform}-${process.arch}`);
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const out = resolve(values.out ?? join(here, `sgg-${target === undefined ? '' : `${target}-`}${version}.vsix`));

/** The README with its pictures inside: VS Code shows no others of an installed extension. */
function writeReadme() {
  const text = readFileSync(join(here, 'README.md'), 'utf8');
  const embedded = text.replaceAll(/\]\((pictures\/[\w-]+\.png)\)/g, (_, picture) => {
    return `](data:image/png;base64,${readFileSync(join(here, picture)).toString('base64')})`;
  });
  writeFileSync(join(here, 'dist', 'README.md'), embedded);
  return 'dist/README.md';
}

await build();
rmSync(join(here, 'bin'), { recursive: true, force: true });
try {
  if (values.server !== undefined) {
    const binary = join(here, 'bin', target.startsWith('win32') ? 'sgg.exe' : 'sgg');
    mkdirSync(dirname(binary));
    copyFileSync(values.server, binary);
    chmodSync(binary, 0o755);
  }
  // The bundle holds what the extension needs.
  const readme = writeReadme();
  const options = ['--no-dependencies', '--allow-missing-repository', '--readme-path', readme, '--no-rewrite-relative-links', '--out', out];
  const vsce = join(here, 'node_modules', '@vscode', 'vsce', 'vsce');
  if (target !== undefined) options.push('--target', target);
  execFileSync(process.execPath, [vsce, 'package', ...options], { cwd: here, stdio: 'inherit' });
} finally {
  rmSync(join(here, 'bin'), { recursive: true, force: true });
}
