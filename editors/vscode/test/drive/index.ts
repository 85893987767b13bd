// Runs all suites in the real VS Code, and tells what came out.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { inColours } from './colours';
import { inTrouble } from './life';
import { asPerson, asPersonWithoutServer } from './person';
import { openBrowser, variable, Workbench, type Result } from './workbench';

const SYSTEM_PATH = '/usr/bin:/bin';

type Suite = (browser: Browser, home: string) => Promise<Result[]>;

const SUITES: Record<string, Suite> = {
  main: async (browser, home) => {
    const packages = [variable('VSIX'), variable('VSIX_TESTS')];
    const workbench = await Workbench.start(browser, home, packages, { trust: true, path: SYSTEM_PATH });
    return ended(workbench, workbench.hostTests('main'));
  },

  missing: async (browser, home) => {
    const packages = [variable('VSIX_ALONE'), variable('VSIX_TESTS')];
    const env = { SGG_TEST_SERVER: variable('SGG') };
    const workbench = await Workbench.start(browser, home, packages, { trust: true, path: SYSTEM_PATH, env });
    const told = await workbench.hostTests('missing');
    return ended(workbench, asPersonWithoutServer(workbench).then((seen) => [...told, ...seen]));
  },

  untrusted: async (browser, home) => {
    const packages = [variable('VSIX_ALONE'), variable('VSIX_TESTS')];
    const options = { trust: false, path: SYSTEM_PATH, settings: { 'sgg.server.path': variable('SGG') } };
    const workbench = await Workbench.start(browser, home, packages, options);
    const prepare = (folder: string) => {
      const program = join(folder, 'program');
      writeFileSync(program, `#!/bin/sh\ntouch ${folder}/started\n`);
      chmodSync(program, 0o755);
      mkdirSync(join(folder, '.vscode'));
      writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify({ 'sgg.server.path': program }));
    };
    return ended(workbench, workbench.hostTests('untrusted', prepare));
  },

  virtual: async (browser, home) => {
    const packages = [variable('VSIX_ALONE'), variable('VSIX_TESTS')];
    const onPath = join(home, 'bin');
    mkdirSync(onPath);
    symlinkSync(variable('SGG'), join(onPath, 'sgg'));
    // VS Code asks the person's own shell for it.
    writeFileSync(join(home, '.profile'), 'PATH=$HOME/bin:$PATH\n');
    const workbench = await Workbench.start(browser, home, packages, { trust: true, path: SYSTEM_PATH });
    return ended(workbench, workbench.virtualHostTests('virtual', 'sgg-memory'));
  },

  person: async (browser, home) => {
    const workbench = await Workbench.start(browser, home, [variable('VSIX')], { trust: true, path: SYSTEM_PATH });
    return ended(workbench, asPerson(workbench));
  },

  colours: async (browser, home) => {
    const workbench = await Workbench.start(browser, home, [variable('VSIX')], { trust: true, path: SYSTEM_PATH });
    return ended(workbench, inColours(workbench));
  },

  life: async (browser, home) => {
    const workbench = await Workbench.start(browser, home, [variable('VSIX')], { trust: true, path: SYSTEM_PATH });
    return ended(workbench, inTrouble(workbench));
  },
};

async function ended(workbench: Workbench, results: Promise<Result[]>): Promise<Result[]> {
  try {
    return await results;
  } finally {
    workbench.stop();
  }
}

/** What the extension has logged. */
function tellLogs(home: string): void {
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((name) => name.endsWith('/sgg.log'))) {
    console.log(`${name}:\n${readFileSync(join(home, name), 'utf8')}`);
  }
}

async function run(): Promise<boolean> {
  const asked = process.argv.slice(2);
  const browser = await openBrowser();
  let passed = 0;
  let failed = 0;
  for (const [name, suite] of Object.entries(SUITES)) {
    if (asked.length > 0 && !asked.includes(name)) {
      continue;
    }
    const home = mkdtempSync(join(tmpdir(), `sgg-vscode-${name}-`));
    const results: Result[] = await suite(browser, home).catch((error: unknown) => [
      { name: 'the suite itself', ms: 0, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    ]);
    for (const { name: test, ms, failure } of results) {
      console.log(`${failure === undefined ? 'ok    ' : 'FAILED'} ${name}: ${test} (${ms} ms)`);
      if (failure === undefined) {
        passed += 1;
      } else {
        failed += 1;
        console.log(failure.replaceAll(/^/gm, '       '));
      }
    }
    if (results.some(({ failure }) => failure !== undefined)) {
      tellLogs(home);
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
  await browser.close();
  console.log(`${passed} passed, ${failed} failed`);
  return passed > 0 && failed === 0;
}

void run().then((well) => {
  process.exitCode = well ? 0 : 1;
});
