// Bundles the extension into dist/, and copies there what has its source elsewhere in the repository: the grammars, the
// language's configuration, the tour, the licences. With `--tests` the tests are bundled as well, into dist-tests/.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const root = join(here, '..', '..');

export const COPIES = {
  'grammar/sgg.tmLanguage.json': 'dist/sgg.tmLanguage.json',
  'grammar/sgg.markdown-injection.tmLanguage.json': 'dist/sgg.markdown-injection.tmLanguage.json',
  'grammar/language-configuration.json': 'dist/language-configuration.json',
  'grammar/examples/tour.sgg': 'dist/tour.sgg',
  'LICENSE-MIT': 'dist/LICENSE-MIT',
  'LICENSE-APACHE': 'dist/LICENSE-APACHE',
  'CHANGELOG.md': 'CHANGELOG.md',
};

const options = {
  absWorkingDir: here,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  logLevel: 'warning',
};

export async function build() {
  rmSync(join(here, 'dist'), { recursive: true, force: true });
  mkdirSync(join(here, 'dist'), { recursive: true });
  for (const [from, to] of Object.entries(COPIES)) copyFileSync(join(root, from), join(here, to));
  const { metafile } = await esbuild.build({
    ...options,
    entryPoints: [join(here, 'src/extension.ts')],
    outfile: join(here, 'dist/extension.js'),
    minify: true,
    metafile: true,
  });
  writeFileSync(join(here, 'dist/THIRD-PARTY-LICENSES.txt'), licences(Object.keys(metafile.inputs)));
}

/** The licences of the packages that these bundled files are of. */
function licences(inputs) {
  const folders = new Set(inputs.map((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter(Boolean));
  const texts = [...folders].sort().map((folder) => {
    const place = resolve(here, folder);
    const { name, version } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
    const file = readdirSync(place).find((name) => /^licen[cs]e/i.test(name));
    if (file === undefined) throw new Error(`${name} has no licence text`);
    return `${name} ${version}\n\n${readFileSync(join(place, file), 'utf8')}`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n`);
}

async function buildTests() {
  rmSync(join(here, 'dist-tests'), { recursive: true, force: true });
  const tests = (folder) =>
    readdirSync(join(here, 'test', folder))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(here, 'test', folder, name));
  await esbuild.build({
    ...options,
    entryPoints: tests('unit'),
    outdir: join(here, 'dist-tests/unit'),
    outExtension: { '.js': '.cjs' },
  });
  await esbuild.build({
    ...options,
    entryPoints: [join(here, 'test/host/index.ts')],
    outfile: join(here, 'dist-tests/host/index.js'),
  });
  await esbuild.build({
    ...options,
    external: ['playwright-core'],
    entryPoints: [join(here, 'test/drive/index.ts')],
    outfile: join(here, 'dist-tests/drive/index.cjs'),
  });
  copyFileSync(join(here, 'test/host/manifest.json'), join(here, 'dist-tests/host/package.json'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build();
  if (process.argv.includes('--tests')) await buildTests();
}
