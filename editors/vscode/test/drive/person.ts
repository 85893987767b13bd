// What a person does and sees: keys, mouse, the screen. The pictures of the README and the walkthrough are taken here.
import { strict as assert } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import {
  expand,
  fromMenu,
  goTo,
  hidePanel,
  inPage,
  insist,
  line,
  offered,
  openAnew,
  openFile,
  palette,
  picture,
  shown,
  SOON,
  statusItem,
  typeLine,
  type Step,
} from './screen';
import { variable, type Result, type Workbench } from './workbench';

// UVa 11927, sample 2, and what fails on purpose: with stones on 4 and 5 First wins (2 ^ 1 = 3).
const GAME = `# UVa 11927, sample 2
game dag "Games Are Important"
  0 -> 1 2 4
  2 -> 3
  4 -> 3 5
  5 -> 6
  round "the judge's"
    stones 0 2 4
    expect second
  round "two stones"
    stones 4 5
    expect second

game hackenbush "a square with a diagonal"
  ground a
  a -- b -- c -- d -- a
  a -- c
  expect value 1
`;

/** As the rounds and their expectations stand in the file, from 1. */
const LINES = { arcOf2: 4, arcOf5: 6, judges: 9, round: 10, expectation: 12 };

const STEPS: Record<string, Step> = {
  'values and verdicts are on the screen': async (page) => {
    await line(page, '0:3 -> 1:0 2:1 4:2');
    await page.getByText('Second wins · 3 ⊕ 1 ⊕ 2 = 0 · as expected').waitFor();
    await picture(page, 'values');
  },

  'a value changes while one types': async (page) => {
    await line(page, '5 -> 6:0');
    await typeLine(page, LINES.arcOf5, '5 -> 6 -> 7', '5 -> 6:1 -> 7:0');
    await line(page, '0:2 -> 1:0 2:1 4:1');
    await typeLine(page, LINES.arcOf5, '5 -> 6', '5 -> 6:0');
    await line(page, '0:3 -> 1:0 2:1 4:2');
  },

  'the status bar tells how the file stands, and opens a menu': async (page) => {
    const item = statusItem(page);
    await item.waitFor();
    assert.match((await item.getAttribute('aria-label')) ?? '', /^(check )?sgg/);
    await insist(() => item.click(SOON), page.locator('.quick-input-list').getByText('Restart the server'));
    await picture(page, 'menu');
  },

  'a mistake stands in Problems, and a quick fix mends it': async (page) => {
    await typeLine(page, LINES.arcOf2, '2 => 3', '2 => 3');
    await palette(page, 'Problems: Focus on Problems View');
    await page.locator('.markers-panel').getByText(/=>/).first().waitFor();
    await goTo(page, LINES.arcOf2);
    const action = page.locator('.action-widget .monaco-list-row.action').first();
    // While the editor asks for actions by itself, for its lamp, the key may be lost.
    await insist(() => page.keyboard.press('Control+.'), action);
    await picture(page, 'mistakes');
    await page.keyboard.press('Enter');
    await line(page, '2 -> 3:0');
    await line(page, '0:3 -> 1:0 2:1 4:2');
  },

  'the palette has the commands in .sgg files, and in no others': async (page) => {
    await openFile(page, 'notes.txt');
    await offered(page, (labels) => labels.length === 0);
    await openFile(page, 'game.sgg');
    const commands = ['Hide or Reveal Values', 'Restart the Server', 'Show the Log', 'Accept What Holds Here'];
    await offered(page, (labels) => commands.every((command) => labels.includes(`sgg: ${command}`)));
  },

  'values are hidden for teaching, and revealed': async (page) => {
    await palette(page, 'sgg: Hide or Reveal Values');
    await line(page, '0 -> 1 2 4');
    await statusItem(page).locator('.codicon-eye-closed').waitFor();
    await picture(page, 'teaching');
    // Nothing that writes an answer is offered either.
    const without = (labels: string[]) => !labels.some((label) => label.includes('Accept'));
    await offered(page, (labels) => labels.includes('sgg: Hide or Reveal Values') && without(labels));
    await palette(page, 'sgg: Hide or Reveal Values');
    await line(page, '0:3 -> 1:0 2:1 4:2');
  },

  'a test fails with what holds, and the button beside the difference accepts it': async (page) => {
    const test = await testExplorer(page);
    await palette(page, 'Test: Run All Tests');
    await outcome(test, 'failed');
    // A failure is shown behind its line, and as a difference below it.
    await insist(
      () => page.getByText('expect first != expect second').click(SOON),
      page.locator('.monaco-diff-editor').first(),
    );
    await picture(page, 'tests');
    await page.getByText('Accept What Holds').first().click();
    await line(page, 'expect first');
    await palette(page, 'Test: Run All Tests');
    await outcome(test, 'passed');
  },

  'what holds is accepted by the menu of the test': async (page) => {
    const test = await testExplorer(page);
    await typeLine(page, LINES.expectation, 'expect draw', 'expect draw');
    await palette(page, 'Test: Run All Tests');
    await outcome(test, 'failed');
    await fromMenu(page, test, 'Accept What Holds');
    await line(page, 'expect first');
    await palette(page, 'Test: Run All Tests');
    await outcome(test, 'passed');
  },

  'what holds in all rounds of a game is accepted by its menu': async (page) => {
    const test = await testExplorer(page);
    await typeLine(page, LINES.judges, 'expect draw', 'expect draw');
    await palette(page, 'Test: Run All Tests');
    await outcome(test, 'failed');
    await fromMenu(page, testRow(page, 'Games Are Important'), 'Accept What Holds');
    await line(page, 'expect second');
    await line(page, 'expect first');
    await shown(page, 'expect draw').waitFor({ state: 'hidden' });
  },

  'an old message accepts what it told of, wherever that is now': async (page) => {
    const test = await testExplorer(page);
    await typeLine(page, LINES.judges, 'expect draw', 'expect draw');
    await palette(page, 'Test: Run All Tests');
    await outcome(test, 'failed');
    // Where it was, the other round's expectation is now.
    await typeLine(page, 1, '#\n#\n#\n# UVa 11927, sample 2', '# UVa 11927, sample 2');
    await insist(
      () => page.getByText('expect first != expect second').click(SOON),
      page.locator('.monaco-diff-editor').first(),
    );
    await page.getByText('Accept What Holds').first().click();
    await line(page, 'expect first');
    await line(page, 'expect draw');
  },

  'what holds is accepted by the command, where the cursor stands': async (page) => {
    await goTo(page, LINES.round);
    await palette(page, 'sgg: Accept What Holds Here');
    await line(page, 'expect first');
  },

  'a continuous run follows what is typed': async (page) => {
    const test = await testExplorer(page);
    const button = (name: string) => page.getByRole('button', { name }).first();
    await insist(() => button('Start Continuous Run').click(SOON), button('Stop Continuous Run'));
    await typeLine(page, LINES.expectation, 'expect first', 'expect first');
    await outcome(test, 'passed');
    await typeLine(page, LINES.expectation, 'expect draw', 'expect draw');
    await outcome(test, 'failed');
    await picture(page, 'continuous');
    await typeLine(page, LINES.expectation, 'expect first', 'expect first');
    await outcome(test, 'passed');
    await insist(() => button('Stop Continuous Run').click(SOON), button('Start Continuous Run'));
  },

  'the four steps of the walkthrough do what they say': async (page) => {
    await palette(page, 'sgg: Open the Walkthrough');
    await page.getByText('Get started with sgg').first().waitFor();
    await picture(page, 'walkthrough');
    const steps = page.locator('.getting-started-step');
    assert.equal(await steps.count(), 4);
    const press = async (step: number, button: string) => {
      const open = steps.nth(step).and(page.locator('[aria-expanded="true"]'));
      if (!(await open.isVisible())) {
        await insist(() => steps.nth(step).click(SOON), open);
      }
      await page.locator('.getting-started-step.expanded').getByRole('button', { name: button }).click();
    };
    await press(0, 'Open the tour');
    await line(page, '0:3 -> 1:0 2:1 4:2');
    await picture(page, 'walkthrough-tour');
    await press(1, 'Show Problems');
    await page.locator('.markers-panel').waitFor();
    await press(2, 'Open the Test Explorer');
    await page.locator('.test-explorer').getByText('Untitled-1').waitFor();
    await press(2, 'Run all tests');
    await outcome(testRow(page, 'Untitled-1'), 'passed');
    await press(3, 'Hide or reveal values');
    await line(page, '0 -> 1 2 4');
    await press(3, 'Hide or reveal values');
    await line(page, '0:3 -> 1:0 2:1 4:2');
    await picture(page, 'walkthrough-done');
    await page.waitForFunction(
      () => document.querySelectorAll('.getting-started-step .codicon-getting-started-step-checked.complete').length === 4,
    );
  },
};

/** The Test Explorer, and in it the row of the round that fails. */
async function testExplorer(page: Page): Promise<Locator> {
  await palette(page, 'Testing: Focus on Test Explorer View');
  await expand(page, testRow(page, 'game.sgg'));
  await expand(page, testRow(page, 'Games Are Important'));
  const test = testRow(page, 'two stones');
  await test.waitFor();
  return test;
}

function testRow(page: Page, text: string): Locator {
  return page.locator('.test-explorer .monaco-list-row', { hasText: text });
}

async function outcome(test: Locator, what: 'passed' | 'failed'): Promise<void> {
  await test.locator(`[class*="testing-${what}-icon"]`).waitFor();
}

export async function asPerson(workbench: Workbench): Promise<Result[]> {
  const folder = join(workbench.home, 'games');
  mkdirSync(folder);
  writeFileSync(join(folder, 'notes.txt'), 'Nothing of ours.\n');
  const begin: Step = async (page) => {
    workbench.resetSettings();
    writeFileSync(join(folder, 'game.sgg'), GAME);
    await openAnew(page, 'game.sgg', '# UVa 11927, sample 2');
    await hidePanel(page);
    await line(page, '0:3 -> 1:0 2:1 4:2');
  };
  writeFileSync(join(folder, 'game.sgg'), GAME);
  return inPage(await workbench.open(folder), STEPS, begin);
}

export async function asPersonWithoutServer(workbench: Workbench): Promise<Result[]> {
  const folder = join(workbench.home, 'alone');
  mkdirSync(folder);
  writeFileSync(join(folder, 'game.sgg'), GAME);
  const steps: Record<string, Step> = {
    'a missing server is told, with buttons and in the status bar': async (page) => {
      const message = page.locator('.notifications-toasts', { hasText: 'The program `sgg` was not found' });
      for (const button of ['Choose the Program', 'Open Settings', 'Try Again']) {
        await message.getByRole('button', { name: button }).waitFor();
      }
      await statusItem(page).getByText('no server').waitFor();
      await picture(page, 'missing');
      await message.getByRole('button', { name: 'Open Settings' }).click();
      await page.locator('.settings-editor').getByText('Server: Path').first().waitFor();
    },
    'the program is chosen, and values are there': async (page) => {
      await page.locator('.notifications-toasts').getByRole('button', { name: 'Choose the Program' }).click();
      const dialog = page.locator('.quick-input-widget');
      // It writes its folder into the field once it has listed it, over whatever stands there.
      await dialog.locator('.quick-input-list').getByText('game.sgg').first().waitFor();
      const field = dialog.locator('input').first();
      const choose = async () => {
        await field.fill(variable('SGG'), SOON);
        await dialog.getByRole('button', { name: 'Use This' }).click(SOON);
      };
      await insist(choose, dialog, 'hidden');
      await line(page, '0:3 -> 1:0 2:1 4:2');
    },
  };
  // The message comes anew with each try to start.
  return inPage(await workbench.open(folder), steps, async (page) => {
    await openFile(page, 'game.sgg');
    await goTo(page, 1);
    await palette(page, 'sgg: Restart the Server');
  });
}
