// How the status bar tells of a file and of the server, and what becomes of a server that stops.
/// <reference lib="dom" />
import { strict as assert } from 'node:assert';
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kill } from 'node:process';
import type { Page } from 'playwright-core';
import {
  eventually,
  inPage,
  insist,
  line,
  openAnew,
  openFile,
  palette,
  picture,
  saying,
  says,
  SOON,
  statusItem,
  typeLine,
  type Step,
} from './screen';
import type { Result, Workbench } from './workbench';

const SMALL = 'game dag\n  a -> b c\n  b -> c\n';
/** With two stones for followers of higher rank: costs more than one step. */
const COSTLY = 'game addsub\n  v1 -> v0\n  v2 -> v0..v1\n  v3 -> v0..v2\n  v4 -> v0..v3\n  v5 -> v0..v4\n  k *=2\n';
/** Thousands of nodes that each need a search: seconds of solving, on a fast machine too. */
const LARGE = [
  'game addsub',
  ...numbers(40).map((at) => `  v${at} -> v0..v${at - 1}`),
  ...numbers(2000).map((at) => `  t${at} -> v0..v40 s${at}`),
  '  k *=6\n',
].join('\n');

/** 1, 2, … */
function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** The servers that run from the extensions of this home. */
function servers(home: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return /^.*\/bin\/sgg$/.test(readlinkSync(`/proc/${pid}/exe`)) && readlinkSync(`/proc/${pid}/exe`).startsWith(home);
      } catch {
        return false;
      }
    });
}

/** All that the item in the status bar says from now on. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      const text = document.getElementById('sgg.sgg.sgg.status')?.innerText.trim() ?? '';
      if (text !== '' && said.at(-1) !== text) {
        said.push(text);
      }
    }).observe(document.querySelector('.part.statusbar') ?? document.body, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
    });
  });
}

async function heard(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { said: string[] }).said);
}

async function choose(page: Page, entry: string): Promise<void> {
  const widget = page.locator('.quick-input-widget');
  const row = widget.locator('.monaco-list-row', { hasText: entry });
  await insist(() => statusItem(page).click(SOON), row);
  await insist(() => row.click(SOON), widget, 'hidden');
}

/** How a file stands. */
function ofFiles(set: (settings: object) => void): Record<string, Step> {
  return {
    'the status bar says when a file is stale, and the menu solves it': async (page) => {
      set({ 'sgg.solve.when': 'manual' });
      // The server has the setting once it does not solve what is typed.
      await typeLine(page, 3, 'b -> c d', saying(page, 'sgg: stale'));
      await picture(page, 'stale');
      await choose(page, 'Solve now');
      await says(page, 'sgg');
      await line(page, 'b -> c d:0');
      await openFile(page, 'other.sgg');
      await says(page, 'sgg: stale');
      await choose(page, 'Solve now');
      await says(page, 'sgg');
      await line(page, 'a:2 -> b:1 c:0');
    },

    'the status bar says when a budget is too small': async (page) => {
      set({ 'sgg.solve.budget': 1 });
      await openFile(page, 'costly.sgg');
      await says(page, 'sgg: over budget');
      await statusItem(page).and(page.locator('.warning-kind')).waitFor();
      await picture(page, 'over-budget');
      set({});
      await says(page, 'sgg');
    },

    'the status bar says how far a large file is solved': async (page) => {
      await listen(page);
      await openFile(page, 'large.sgg');
      const solved = () => {
        const { said } = window as unknown as { said: string[] };
        return said.some((text) => text.includes('solving')) && said.at(-1) === 'sgg';
      };
      // Seconds of work are minutes on a machine that has much else to do.
      await page.waitForFunction(solved, undefined, { timeout: 240_000 });
    },
  };
}

/** How the server does. */
function ofServers(home: string): Record<string, Step> {
  return {
    'a server that stops is started again; where it does so thrice that is told': async (page) => {
      await listen(page);
      const message = page.locator('.notifications-toasts', { hasText: 'stopped 3 times in a row' });
      for (let time = 0; time < 3; time += 1) {
        assert.equal(await message.count(), 0);
        await says(page, 'sgg');
        const before = servers(home);
        for (const pid of before) {
          kill(pid, 'SIGKILL');
        }
        const another = ([pid]: number[]) => pid !== undefined && !before.includes(pid);
        await eventually(page, 'another server', () => Promise.resolve(servers(home)), another);
      }
      await message.waitFor();
      assert.ok((await heard(page)).includes('sgg: restarting'), (await heard(page)).join());
      await picture(page, 'stopped');
      await message.getByRole('button', { name: 'Show Log' }).waitFor();
      await message.getByRole('button', { name: 'Restart Now' }).click();
      await says(page, 'sgg');
      await line(page, 'a:2 -> b:1 c:0');
    },

    'the log says why, and the version is told': async (page) => {
      await palette(page, 'sgg: Show the Log');
      await page.locator('.part.panel .view-line', { hasText: /\[info\]\sstarting/ }).first().waitFor();
      await picture(page, 'log');
      // It stays while the log is read.
      await choose(page, "Show the server's version");
      await page.locator('.notifications-toasts', { hasText: /sgg \d+\.\d+\.\d+ \(.*bin\/sgg\), extension \d/ }).waitFor();
    },
  };
}

export async function inTrouble(workbench: Workbench): Promise<Result[]> {
  const folder = join(workbench.home, 'life');
  mkdirSync(folder);
  for (const [name, text] of Object.entries({ small: SMALL, other: SMALL, costly: COSTLY, large: LARGE })) {
    writeFileSync(join(folder, `${name}.sgg`), text);
  }
  const set = (settings: object) => {
    mkdirSync(join(folder, '.vscode'), { recursive: true });
    writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
  };
  const begin: Step = async (page) => {
    set({});
    await openAnew(page, 'small.sgg', 'game dag');
    await line(page, 'a:2 -> b:1 c:0');
  };
  return inPage(await workbench.open(folder), { ...ofFiles(set), ...ofServers(workbench.home) }, begin);
}
