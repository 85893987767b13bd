// What a person does and sees: keys, mouse, the screen. The pictures of the README and the walkthrough are taken here.
import { strict as assert } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { clickLine, inPage, line, openFile, palette, picture, statusItem, type Step } from './screen';
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

const STEPS: Record<string, Step> = {
  'values and verdicts are on the screen': async (page) => {
    await openFile(page, 'game.sgg');
    await line(page, '0:3 -> 1:0 2:1 4:2');
    await page.getByText('Second wins · 3 ⊕ 1 ⊕ 2 = 0 · as expected').waitFor();
    await picture(page, 'values');
  },

  'a value changes while one types': async (page) => {
    await clickLine(page, '5 -> 6:0');
    await page.keyboard.press('End');
    await page.keyboard.type(' -> 7');
    await line(page, '5 -> 6:1 -> 7:0');
    await line(page, '0:2 -> 1:0 2:1 4:1');
    await page.keyboard.press('Control+Backspace');
    await page.keyboard.press('Control+Backspace');
    await page.keyboard.press('Backspace');
    await line(page, '5 -> 6:0');
    await line(page, '0:3 -> 1:0 2:1 4:2');
  },

  'the status bar tells how the file stands, and opens a menu': async (page) => {
    const item = statusItem(page);
    await item.waitFor();
    assert.match((await item.getAttribute('aria-label')) ?? '', /^(check )?sgg/);
    await item.click();
    await page.locator('.quick-input-list').getByText('Restart the server').waitFor();
    await picture(page, 'menu');
    await page.keyboard.press('Escape');
  },

  'a mistake stands in Problems, and a quick fix mends it': async (page) => {
    await clickLine(page, '2 -> 3:0');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('6 => 7');
    await page.keyboard.press('Control+Shift+M');
    const problem = page.locator('.markers-panel').getByText(/=>/).first();
    await problem.waitFor();
    await clickLine(page, '6 => 7');
    await page.keyboard.press('End');
    const action = page.locator('.action-widget .monaco-list-row.action').first();
    const comes = () => action.waitFor({ timeout: 5000 }).then(() => true, () => false);
    // While the editor asks for actions by itself, for its lamp, the key may be lost: a person presses it again.
    let tries = 0;
    do {
      await page.keyboard.press('Control+.');
      tries += 1;
    } while (!(await comes()) && tries < 5);
    await action.waitFor();
    await picture(page, 'mistakes');
    await page.keyboard.press('Enter');
    await clickLine(page, '6:1 -> 7:0');
    await page.keyboard.press('Control+Shift+K');
    await line(page, '0:3 -> 1:0 2:1 4:2');
    await palette(page, 'View: Hide Panel');
  },

  'the palette has the commands in .sgg files, and in no others': async (page) => {
    await openFile(page, 'notes.txt');
    assert.deepEqual(await offered(page), []);
    await openFile(page, 'game.sgg');
    const here = await offered(page);
    for (const command of ['Hide or Reveal Values', 'Restart the Server', 'Show the Log', 'Accept What Holds Here']) {
      assert.ok(here.some((label) => label.includes(command)), `${command} is not in ${here.join(', ')}`);
    }
  },

  'values are hidden for teaching, and revealed': async (page) => {
    await palette(page, 'sgg: Hide or Reveal Values');
    await line(page, '0 -> 1 2 4');
    await statusItem(page).locator('.codicon-eye-closed').waitFor();
    await picture(page, 'teaching');
    // Nothing that writes an answer is offered either.
    assert.deepEqual((await offered(page)).filter((label) => label.includes('Accept')), []);
    await palette(page, 'sgg: Hide or Reveal Values');
    await line(page, '0:3 -> 1:0 2:1 4:2');
  },

  'tests fail with what holds, and accepting it mends them': async (page) => {
    await palette(page, 'Testing: Focus on Test Explorer View');
    const explorer = page.locator('.test-explorer');
    await explorer.getByText('game.sgg').first().waitFor();
    await palette(page, 'Test: Run All Tests');
    // A failure is shown behind its line, and as a difference below it.
    await page.getByText('expect first != expect second').click();
    await page.locator('.monaco-diff-editor').first().waitFor();
    await explorer.getByText('game.sgg').first().click();
    await page.keyboard.press('ArrowRight');
    await picture(page, 'tests');
    // By the button beside the difference.
    await page.getByText('Accept What Holds').first().click();
    await line(page, 'expect first');
    await palette(page, 'Test: Run All Tests');
    await explorer.locator('[class*="testing-failed-icon"]').first().waitFor({ state: 'detached' });
    // By the menu of the test.
    await spoil(page);
    await palette(page, 'Test: Run All Tests');
    const test = explorer.locator('.monaco-list-row', { hasText: 'two stones' });
    await test.locator('[class*="testing-failed-icon"]').waitFor();
    await test.click({ button: 'right' });
    await page.locator('.monaco-menu').getByText('Accept What Holds').click();
    await line(page, 'expect first');
    // By the command, where the cursor stands.
    await spoil(page);
    await clickLine(page, 'round "two stones"');
    await palette(page, 'sgg: Accept What Holds Here');
    await line(page, 'expect first');
  },

  'a continuous run follows what is typed': async (page) => {
    const explorer = page.locator('.test-explorer');
    const test = explorer.locator('.monaco-list-row', { hasText: 'two stones' });
    await page.getByRole('button', { name: 'Start Continuous Run' }).first().click();
    await spoil(page);
    await test.locator('[class*="testing-failed-icon"]').waitFor();
    await picture(page, 'continuous');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Backspace');
    await page.keyboard.type('first');
    await test.locator('[class*="testing-passed-icon"]').waitFor();
    await page.getByRole('button', { name: 'Stop Continuous Run' }).first().click();
    await palette(page, 'View: Hide Panel');
    await palette(page, 'View: Show Explorer');
  },

  'the four steps of the walkthrough do what they say': async (page) => {
    await palette(page, 'sgg: Open the Walkthrough');
    await page.getByText('Get started with sgg').first().waitFor();
    await picture(page, 'walkthrough');
    const steps = page.locator('.getting-started-step');
    assert.equal(await steps.count(), 4);
    const press = async (step: number, button: string) => {
      if ((await steps.nth(step).getAttribute('aria-expanded')) !== 'true') {
        await steps.nth(step).click();
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
    await page.locator('.test-explorer .monaco-list-row', { hasText: 'Untitled-1' }).locator('[class*="testing-passed-icon"]').waitFor();
    await press(3, 'Hide or reveal values');
    await line(page, '0 -> 1 2 4');
    await press(3, 'Hide or reveal values');
    await line(page, '0:3 -> 1:0 2:1 4:2');
    await picture(page, 'walkthrough-done');
    assert.equal(await steps.locator('.codicon-getting-started-step-checked.complete').count(), 4);
  },
};

/** Writes what does not hold: "two stones" is no draw. */
async function spoil(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await clickLine(page, 'expect first');
  await page.keyboard.press('End');
  await page.keyboard.press('Control+Backspace');
  await page.keyboard.type('draw');
  await page.keyboard.press('Escape');
}

export async function asPerson(workbench: Workbench): Promise<Result[]> {
  const folder = join(workbench.home, 'games');
  mkdirSync(folder);
  writeFileSync(join(folder, 'game.sgg'), GAME);
  writeFileSync(join(folder, 'notes.txt'), 'Nothing of ours.\n');
  return inPage(await workbench.open(folder), STEPS);
}

export async function asPersonWithoutServer(workbench: Workbench): Promise<Result[]> {
  const folder = join(workbench.home, 'alone');
  mkdirSync(folder);
  writeFileSync(join(folder, 'game.sgg'), GAME);
  return inPage(await workbench.open(folder), {
    'a missing server is told, with buttons and in the status bar': async (page) => {
      await openFile(page, 'game.sgg');
      const message = page.locator('.notifications-toasts', { hasText: 'The program `sgg` was not found' });
      await message.waitFor();
      for (const button of ['Choose the Program', 'Open Settings', 'Try Again']) {
        await message.getByRole('button', { name: button }).waitFor();
      }
      await statusItem(page).getByText('no server').waitFor();
      await picture(page, 'missing');
      await message.getByRole('button', { name: 'Open Settings' }).click();
      await page.locator('.settings-editor').getByText('Server: Path').first().waitFor();
      await page.keyboard.press('Escape');
    },
    'the program is chosen, and values are there': async (page) => {
      await openFile(page, 'game.sgg');
      await palette(page, 'sgg: Restart the Server');
      await page.locator('.notifications-toasts').getByRole('button', { name: 'Choose the Program' }).click();
      const dialog = page.locator('.quick-input-widget');
      // It writes its folder into the field once it has listed it, over whatever stands there.
      await dialog.locator('.quick-input-list').getByText('game.sgg').first().waitFor();
      await dialog.locator('input').first().fill(variable('SGG'));
      await dialog.getByRole('button', { name: 'Use This' }).click();
      await line(page, '0:3 -> 1:0 2:1 4:2');
    },
  });
}

/** The commands of ours that the palette offers. */
async function offered(page: Page): Promise<string[]> {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').first().fill('>sgg: ');
  await page.waitForTimeout(1000);
  const labels = await page.locator('.quick-input-list .monaco-list-row .label-name').allInnerTexts();
  await page.keyboard.press('Escape');
  return labels.filter((label) => label.startsWith('sgg:'));
}
