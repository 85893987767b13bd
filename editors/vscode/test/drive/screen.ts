// What a person does and sees, step by step: keys, mouse, lines of the editor, pictures.
//
// An act waits for the state that it needs, never for time to pass. What an editor loses when it comes too early (a key
// while a widget is opening, a click on a menu that has just come up) goes through `insist`.
import { join } from 'node:path';
import { errors, type Locator, type Page } from 'playwright-core';
import { variable, type Result } from './workbench';

export type Step = (page: Page) => Promise<void>;

/** So long the effect of an act is waited for before it is tried again. */
export const SOON = { timeout: 5000 };
const TRIES = 8;
/** In the title bar, where nothing is. */
const NOWHERE = [220, 17] as const;

/** Steps one after the other, each from the state that `begin` makes, whatever became of the one before. */
export async function inPage(page: Page, steps: Record<string, Step>, begin: Step): Promise<Result[]> {
  page.setDefaultTimeout(40_000);
  const results: Result[] = [];
  for (const [name, step] of Object.entries(steps)) {
    const startedMs = Date.now();
    try {
      await settle(page);
      await begin(page);
      await step(page);
      results.push({ name, ms: Date.now() - startedMs });
    } catch (error) {
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const seen = await scene(page).catch((why: unknown) => String(why));
      results.push({ name, ms: Date.now() - startedMs, failure: `${failure}\non the screen:\n${seen}` });
      await picture(page, `failed-${name.replaceAll(/\W+/g, '-')}`);
    }
  }
  await page.context().close();
  return results;
}

/** Acts, and again as long as the effect is not seen. The act has to do no harm when it is done twice. */
export async function insist(act: () => Promise<unknown>, effect: Locator, state: 'visible' | 'hidden' = 'visible'): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await act();
      await effect.waitFor({ state, ...SOON });
      return;
    } catch (error) {
      if (tries === TRIES || !(error instanceof errors.TimeoutError)) {
        throw error;
      }
    }
  }
}

/** Asks until the answer is right, and tells the last one where it never is. */
export async function eventually<T>(page: Page, what: string, ask: () => Promise<T>, isRight: (answer: T) => boolean): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += 200) {
    const answer = await ask();
    if (isRight(answer)) {
      return answer;
    }
    if (waitedMs >= 20_000) {
      throw new Error(`${what}: at last ${JSON.stringify(answer)}`);
    }
    await page.waitForTimeout(200);
  }
}

/** What lies over the window is away: menus, lists, messages, what a pointer at rest is told. */
async function settle(page: Page): Promise<void> {
  await page.mouse.move(...NOWHERE);
  for (const over of ['.monaco-menu', '.quick-input-widget', '.action-widget', '.suggest-widget.visible']) {
    await insist(() => page.keyboard.press('Escape'), page.locator(over).locator('visible=true').first(), 'hidden');
  }
  if (await page.locator('.notifications-toasts .notification-toast').first().isVisible()) {
    await palette(page, 'Notifications: Clear All Notifications');
    await page.locator('.notifications-toasts .notification-toast').first().waitFor({ state: 'hidden' });
  }
}

/** The screen in words, for where nobody can look at its picture. */
async function scene(page: Page): Promise<string> {
  const parts = {
    tab: '.tab.active',
    lines: '.view-line',
    message: '.notifications-toasts .notification-toast',
    menu: '.monaco-menu .action-label',
    list: '.quick-input-widget .monaco-list-row',
    status: '.part.statusbar .statusbar-item',
    tree: '.part.sidebar .monaco-list-row',
  };
  const told: string[] = [];
  for (const [what, selector] of Object.entries(parts)) {
    const texts = await page.locator(selector).locator('visible=true').allInnerTexts();
    told.push(...texts.map((text) => `  ${what}: ${text.replaceAll(/\s+/g, ' ').trim()}`));
  }
  told.push(`  focus: ${(await page.locator(':focus').first().getAttribute('class', SOON)) ?? ''}`);
  return told.join('\n');
}

export async function picture(page: Page, name: string): Promise<void> {
  // What blinks or fades would differ from picture to picture.
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(variable('PICTURES'), `${name}.png`) });
}

export function statusItem(page: Page) {
  return page.locator('.part.statusbar .statusbar-item[id="sgg.sgg.sgg.status"]');
}

/** The item while it says this and nothing else. */
export function saying(page: Page, text: string): Locator {
  return statusItem(page).filter({ hasText: whole(text) });
}

export async function says(page: Page, text: string): Promise<void> {
  await saying(page, text).waitFor();
}

/** A line of the editor as it is shown, hints included. */
export function shown(page: Page, text: string): Locator {
  return page.locator('.view-line').filter({ hasText: whole(text) });
}

function whole(text: string): RegExp {
  return new RegExp(`^\\s*${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s')}\\s*$`);
}

export async function line(page: Page, text: string): Promise<void> {
  await shown(page, text).first().waitFor();
}

/** The cursor stands at the begin of that line of the file in the editor (from 1), and the keys go there. */
export async function goTo(page: Page, number: number): Promise<void> {
  const widget = page.locator('.quick-input-widget');
  const field = widget.locator('input').first();
  const ask = async () => {
    await page.keyboard.press('Control+g');
    await field.fill(`:${number}:1`, SOON);
  };
  await insist(ask, widget.getByText(`go to line ${number}`));
  await insist(() => pressIn(page, widget, 'Enter'), widget, 'hidden');
  await page.locator('.part.statusbar').getByText(`Ln ${number}, Col 1`, { exact: true }).waitFor();
  await page.locator('.editor-instance .monaco-editor.focused').first().waitFor();
}

/** Writes a line anew, until that is seen: the line, with what stands behind its words where that is said, or else. */
export async function typeLine(page: Page, number: number, text: string, seen: string | Locator = text): Promise<void> {
  const type = async () => {
    await goTo(page, number);
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.keyboard.type(text);
    // The list of suggestions lies over the next lines.
    await page.keyboard.press('Escape');
  };
  await insist(type, typeof seen === 'string' ? shown(page, seen).first() : seen);
}

/** A key for what is open; nothing where it has closed meanwhile. */
async function pressIn(page: Page, widget: Locator, key: string): Promise<void> {
  if (await widget.isVisible()) {
    await page.keyboard.press(key);
  }
}

export async function openFile(page: Page, name: string): Promise<void> {
  const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
  if (!(await row.isVisible())) {
    await palette(page, 'View: Show Explorer');
  }
  const open = async () => {
    // What the pointer is told of a row lies over the next one.
    await page.mouse.move(...NOWHERE);
    await row.dblclick(SOON);
  };
  await insist(open, page.locator('.tab.active', { hasText: name }));
}

/** The file as it is on the disk, whatever has been typed. */
export async function openAnew(page: Page, name: string, text: string): Promise<void> {
  await openFile(page, name);
  await goTo(page, 1);
  await palette(page, 'File: Revert File');
  await line(page, text);
}

/** A command that is offered only while there is a panel. */
export async function hidePanel(page: Page): Promise<void> {
  if (await page.locator('.part.panel').isVisible()) {
    await palette(page, 'View: Hide Panel');
    await page.locator('.part.panel').waitFor({ state: 'hidden' });
  }
}

export async function palette(page: Page, command: string): Promise<void> {
  const widget = page.locator('.quick-input-widget');
  const label = page.locator('.label-name').filter({ hasText: whole(command) });
  // Until the list is the one for these words, the row that Enter takes is another.
  await insist(() => ask(page, `>${command}`), widget.locator('.monaco-list-row.focused').filter({ has: label }));
  await insist(() => pressIn(page, widget, 'Enter'), widget, 'hidden');
}

/** The palette anew: one that is open does not hear of commands that have come meanwhile. */
async function ask(page: Page, words: string): Promise<void> {
  const widget = page.locator('.quick-input-widget');
  await pressIn(page, widget, 'Escape');
  await page.keyboard.press('F1');
  await widget.locator('input').first().fill(words, SOON);
}

/** The commands of ours that the palette offers, once they are right. */
export async function offered(page: Page, isRight: (labels: string[]) => boolean): Promise<void> {
  const widget = page.locator('.quick-input-widget');
  const rows = widget.locator('.monaco-list-row .label-name');
  const texts = () => rows.allInnerTexts();
  const labels = async () => {
    await insist(() => ask(page, '>'), rows.first());
    const all = (await texts()).join();
    await widget.locator('input').first().fill('>sgg: ');
    // The list is the one for these words once it is another.
    const found = await eventually(page, 'a list for "sgg: "', texts, (now) => now.length > 0 && now.join() !== all);
    return found.filter((label) => label.startsWith('sgg:'));
  };
  await eventually(page, 'offered', labels, isRight);
  await insist(() => pressIn(page, widget, 'Escape'), widget, 'hidden');
}

/** Chooses from the menu that the other button of the mouse opens. */
export async function fromMenu(page: Page, on: Locator, entry: string): Promise<void> {
  const item = page.locator('.monaco-menu').getByText(entry, { exact: true });
  await insist(() => on.click({ button: 'right', ...SOON }), item);
  // In its first tenth of a second a menu passes clicks over.
  await insist(() => item.click(SOON), item, 'hidden');
}

/** Has a row of a tree open, so that what is in it can be seen. */
export async function expand(page: Page, row: Locator): Promise<void> {
  const open = async () => {
    await row.click(SOON);
    if ((await row.getAttribute('aria-expanded', SOON)) !== 'true') {
      await page.keyboard.press('ArrowRight');
    }
  };
  await insist(open, row.and(page.locator('[aria-expanded="true"]')));
}
