// What a person does and sees, step by step: keys, mouse, lines of the editor, pictures.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { variable, type Result } from './workbench';

export type Step = (page: Page) => Promise<void>;

export async function inPage(page: Page, steps: Record<string, Step>): Promise<Result[]> {
  page.setDefaultTimeout(40_000);
  const results: Result[] = [];
  for (const [name, step] of Object.entries(steps)) {
    const startedMs = Date.now();
    try {
      await step(page);
      results.push({ name, ms: Date.now() - startedMs });
    } catch (error) {
      await picture(page, `failed-${name.replaceAll(/\W+/g, '-')}`);
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
      results.push({ name, ms: Date.now() - startedMs, failure });
      await page.keyboard.press('Escape');
    }
  }
  await page.context().close();
  return results;
}

export async function picture(page: Page, name: string): Promise<void> {
  // What blinks or fades would differ from picture to picture.
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(variable('PICTURES'), `${name}.png`) });
}

export function statusItem(page: Page) {
  return page.locator('.part.statusbar .statusbar-item[id="sgg.sgg.sgg.status"]');
}

/** A line of the editor as it is shown, hints included. */
export function shown(page: Page, text: string) {
  return page.locator('.view-line').filter({ hasText: new RegExp(`^\\s*${pattern(text)}\\s*$`) });
}

function pattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s');
}

export async function line(page: Page, text: string): Promise<void> {
  await shown(page, text).first().waitFor();
}

export async function clickLine(page: Page, text: string): Promise<void> {
  await shown(page, text).first().click();
}

export async function openFile(page: Page, name: string): Promise<void> {
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick();
  await page.locator('.tab.active', { hasText: name }).waitFor();
}

export async function palette(page: Page, command: string): Promise<void> {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').first().fill(`>${command}`);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: command.replace(/^.*: /, '') }).first().waitFor();
  await page.keyboard.press('Enter');
}
