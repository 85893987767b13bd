// VS Code with its real extension host, as a server with a page in a browser.
import { spawn, execFileSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

export interface Result {
  name: string;
  ms: number;
  failure?: string;
}

export function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(`the variable ${name} is not set`);
  }
  return value;
}

const SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'git.enabled': false,
  // As on a desktop; in a browser it is on, and would write what a step has left to the file that the next one begins with.
  'files.autoSave': 'off',
  // What is told of a thing lies over the next one.
  'workbench.hover.delay': 60_000,
  'window.restoreWindows': 'none',
  'security.workspace.trust.startupPrompt': 'never',
  'workbench.colorTheme': 'Default Dark Modern',
};

/** Browsers start slowly; one serves all pages. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: variable('CHROMIUM'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export class Workbench {
  private constructor(
    readonly home: string,
    private readonly process: ChildProcess,
    private readonly address: string,
    private readonly browser: Browser,
  ) {}

  /** Starts one with these packages, in a home of its own. */
  static async start(
    browser: Browser,
    home: string,
    packages: string[],
    options: { trust: boolean; path: string; env?: Record<string, string>; settings?: object },
  ): Promise<Workbench> {
    // The user's, and the machine's: which program is started is a matter of the machine.
    for (const [whose, settings] of [['User', SETTINGS], ['Machine', options.settings ?? {}]] as const) {
      mkdirSync(join(home, 'data', whose), { recursive: true });
      writeFileSync(join(home, 'data', whose, 'settings.json'), JSON.stringify(settings));
    }
    const folders = ['--user-data-dir', join(home, 'data'), '--extensions-dir', join(home, 'extensions')];
    const env = { HOME: home, PATH: options.path, LANG: 'C.UTF-8', ...options.env };
    const program = variable('CODE_SERVER');
    const install = packages.flatMap((file) => ['--install-extension', file]);
    execFileSync(program, [...folders, ...install], { env, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] });
    const port = await freePort();
    const arguments_ = [
      ...folders,
      ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
      ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
      ...['--enable-proposed-api', 'sgg.sgg-tests'],
      ...(options.trust ? ['--disable-workspace-trust'] : []),
    ];
    const child = spawn(program, arguments_, { env, cwd: home, stdio: 'ignore' });
    const address = `http://127.0.0.1:${port}`;
    await answers(address);
    return new Workbench(home, child, address, browser);
  }

  /** The user's settings as they were at the start, whatever a command has changed. */
  resetSettings(): void {
    const file = join(this.home, 'data', 'User', 'settings.json');
    const text = JSON.stringify(SETTINGS);
    if (readFileSync(file, 'utf8') !== text) {
      writeFileSync(file, text);
    }
  }

  async open(folder: string): Promise<Page> {
    const context = await this.browser.newContext({ viewport: { width: 1100, height: 700 } });
    const page = await context.newPage();
    const what = folder.endsWith('.code-workspace') ? 'workspace' : 'folder';
    await page.goto(`${this.address}/?${what}=${folder}`, { timeout: 120_000 });
    await page.waitForSelector('.monaco-workbench .part.statusbar', { timeout: 120_000 });
    return page;
  }

  /** Runs the suite that is called as the folder, in the extension host. */
  async hostTests(suite: string, prepare: (folder: string) => void = () => undefined): Promise<Result[]> {
    const folder = join(this.home, suite);
    mkdirSync(folder);
    prepare(folder);
    return this.#hostTests(suite, folder);
  }

  /** The same in a folder of that scheme, which is on no disk. */
  async virtualHostTests(suite: string, scheme: string): Promise<Result[]> {
    const file = join(this.home, `${suite}.code-workspace`);
    writeFileSync(file, JSON.stringify({ folders: [{ uri: `${scheme}:/${suite}`, name: suite }] }));
    return this.#hostTests(suite, file);
  }

  async #hostTests(suite: string, opened: string): Promise<Result[]> {
    const page = await this.open(opened);
    const file = `${opened}.json`;
    let failures = 0;
    const take = (what: number | string) => page.screenshot({ path: join(variable('PICTURES'), `failed-${suite}-${what}.png`) });
    for (let waitedMs = 0; !existsSync(file); waitedMs += 200) {
      if (waitedMs > 600_000) {
        await take('late');
        throw new Error(`the suite '${suite}' did not end`);
      }
      // A test that has failed waits until its picture has been taken.
      if (existsSync(`${file}.failed`)) {
        failures += 1;
        await take(failures);
        rmSync(`${file}.failed`);
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await page.context().close();
    return JSON.parse(readFileSync(file, 'utf8')) as Result[];
  }

  stop(): void {
    this.process.kill();
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') {
    throw new Error('no port');
  }
  return address.port;
}

async function answers(address: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 200) {
    try {
      await fetch(`${address}/healthz`);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  throw new Error('code-server does not answer');
}
