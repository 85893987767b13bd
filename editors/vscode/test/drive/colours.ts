// Colours as they are on the screen: before the server's tokens come and after, in light, dark and high contrast.
/// <reference lib="dom" />
import { strict as assert } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { inPage, openAnew, openFile, palette, picture, type Step } from './screen';
import type { Result, Workbench } from './workbench';

// Worked out by hand: 2 and "b c" are ends, so 0 and 1 have 1, and a has mex{1} = 0.
const GAMES = `# what a person says
game dag "a \\"title\\""
  nodes a 0..2 "b c"
  a -> 0 1
  0..1 -> 2 "b c"
  stones a "b c" # said behind
  expect sg a=0 *=0 0..1=1
  expect second
game loopy "for ever"
  x.1 -> x' -> x.1
  expect sg x.1=inf{} x'=inf{}
game nim "piles"
  1 -> 2
  stones 1=3 *=1
  expect value w*3 + 1
`;

/** One word of each sort: the line that it is in, its place among the line's painted parts. */
const SORTS = {
  keyword: ['game dag "a \\"title\\""', 'game'],
  kind: ['game dag "a \\"title\\""', 'dag'],
  title: ['game dag "a \\"title\\""', '"a \\"title\\""'],
  declaration: ['nodes a 0..2 "b c"', 'a'],
  node: ['a -> 0 1', 'a'],
  operator: ['a -> 0 1', '->'],
  number: ['stones 1=3 *=1', '3'],
  comment: ['# what a person says', '# what a person says'],
} as const;

const THEMES = {
  light: { name: 'Default Light Modern', marker: 'vs' },
  dark: { name: 'Default Dark Modern', marker: 'vs-dark' },
  'high-contrast': { name: 'Default High Contrast', marker: 'hc-black' },
  'high-contrast-light': { name: 'Default High Contrast Light', marker: 'hc-light' },
};

const MARKDOWN = `# A game

\`\`\`sgg
game dag "in Markdown"
  a -> b
\`\`\`

game dag and a -> b outside
`;

/** Blanks have the colour of either neighbour; a title and a comment are one word. */
const WORDS = /#.*|"(?:[^"\\]|\\.)*"|[^ "#]+/g;

/** By line, its parts with their colours: \`[['game', 'rgb(…)'], …]\`; blanks left out. */
type Painted = Map<string, [string, string][]>;

async function painted(page: Page): Promise<Painted> {
  const lines = await page.evaluate(() =>
    [...document.querySelectorAll('.monaco-editor .view-lines .view-line')].map((line) => {
      const parts: [string, string][] = [];
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const { color, fontStyle, fontWeight } = getComputedStyle(text.parentElement ?? document.body);
        const paint = `${color} ${fontStyle} ${fontWeight}`;
        for (const word of (text.textContent ?? '').replaceAll('\u00a0', ' ')) {
          const last = parts.at(-1);
          if (last?.[1] === paint) {
            last[0] += word;
          } else {
            parts.push([word, paint]);
          }
        }
      }
      return parts;
    }),
  );
  const said = (parts: [string, string][]) => parts.map(([text]) => text).join('').trim();
  const words = (parts: [string, string][]) =>
    parts.flatMap(([text, paint]) => [...text.matchAll(WORDS)].map(([word]): [string, string] => [word, paint]));
  return new Map(lines.map((parts) => [said(parts), words(parts)]));
}

function set(folder: string, settings: object): void {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
}

/** What is struck out has been coloured by the server. */
const STRUCK = { 'editor.semanticTokenColorCustomizations': { rules: { comment: { strikethrough: true } } } };
const PLAIN = { 'editor.inlayHints.enabled': 'off', 'sgg.codeLens': false, 'editor.minimap.enabled': false };

async function coloured(page: Page, folder: string, theme: keyof typeof THEMES, byServer: boolean): Promise<Painted> {
  const { name, marker } = THEMES[theme];
  set(folder, {
    'workbench.colorTheme': name,
    'editor.semanticHighlighting.enabled': byServer,
    ...STRUCK,
    ...PLAIN,
  });
  await page.locator(`.monaco-workbench.${marker}`).waitFor();
  await page.waitForFunction(
    (wanted) => {
      const parts = [...document.querySelectorAll('.view-lines .view-line span span')];
      const comments = parts.filter((part) => part.textContent.startsWith('#'));
      const struck = comments.filter((part) => getComputedStyle(part).textDecorationLine.includes('line-through'));
      const colours = new Set(parts.map((part) => getComputedStyle(part).color));
      return comments.length > 0 && struck.length === (wanted ? comments.length : 0) && colours.size > 4;
    },
    byServer,
  );
  return painted(page);
}

/** The colours without and with the server; the theme's own come a moment after its name, so once more where they differ. */
async function bothWays(page: Page, folder: string, theme: keyof typeof THEMES): Promise<{ alone: Painted; served: Painted }> {
  for (let tries = 1; ; tries += 1) {
    const alone = await coloured(page, folder, theme, false);
    const served = await coloured(page, folder, theme, true);
    if (isDeepStrictEqual(served, alone) || tries === 5) {
      return { alone, served };
    }
  }
}

function themed(folder: string, theme: keyof typeof THEMES): Step {
  return async (page) => {
    const { alone, served } = await bothWays(page, folder, theme);
    assert.ok(alone.size >= 14, String(alone.size));
    assert.deepEqual(served, alone);
    const colours = Object.entries(SORTS).map(([sort, [line, word]]) => {
      const paint = served.get(line)?.find(([text]) => text === word)?.[1];
      assert.ok(paint, `${sort}: no ${word} in ${JSON.stringify(served.get(line))}`);
      return paint;
    });
    assert.equal(new Set(colours).size, colours.length, JSON.stringify(colours));
    // As a person has it, to be looked at.
    set(folder, { 'workbench.colorTheme': THEMES[theme].name });
    await page.locator('.codelens-decoration').first().waitFor();
    await palette(page, 'Testing: Focus on Test Explorer View');
    await palette(page, 'Test: Run All Tests');
    await page.locator('.test-explorer [class*="testing-passed-icon"]').first().waitFor();
    await picture(page, `theme-${theme}`);
    await palette(page, 'View: Show Explorer');
  };
}

function steps(folder: string): Record<string, Step> {
  return {
    'a file is opened': async (page) => {
      // Before it knows the settings the page has the theme that the browser likes.
      await page.locator(`.monaco-workbench.${THEMES.dark.marker}`).waitFor();
    },
    ...Object.fromEntries(
      (['light', 'dark', 'high-contrast', 'high-contrast-light'] as const).map((theme) => [
        `no word changes its colour when the server comes, and sorts of words differ: ${theme}`,
        themed(folder, theme),
      ]),
    ),
    'a block in Markdown has the colours of a file': async (page) => {
      const dark = await coloured(page, folder, 'dark', true);
      await openFile(page, 'notes.md');
      const expected = dark.get('game dag "a \\"title\\""')?.[0]?.[1];
      assert.ok(expected);
      const colour = async (line: string) => (await painted(page)).get(line)?.[0]?.[1];
      // Grammars are loaded when they are needed.
      for (let waitedMs = 0; (await colour('game dag "in Markdown"')) !== expected; waitedMs += 200) {
        assert.ok(waitedMs < 20_000, await colour('game dag "in Markdown"'));
        await page.waitForTimeout(200);
      }
      assert.notEqual(await colour('game dag and a -> b outside'), expected);
      await picture(page, 'markdown');
    },
    'the walkthrough in high contrast': async (page) => {
      set(folder, { 'workbench.colorTheme': THEMES['high-contrast'].name });
      await page.locator(`.monaco-workbench.${THEMES['high-contrast'].marker}`).waitFor();
      await palette(page, 'sgg: Open the Walkthrough');
      await page.getByText('Get started with sgg').first().waitFor();
      await picture(page, 'walkthrough-high-contrast');
    },
  };
}

export async function inColours(workbench: Workbench): Promise<Result[]> {
  const folder = join(workbench.home, 'colours');
  mkdirSync(folder);
  writeFileSync(join(folder, 'colours.sgg'), GAMES);
  writeFileSync(join(folder, 'notes.md'), MARKDOWN);
  return inPage(await workbench.open(folder), steps(folder), (page) => openAnew(page, 'colours.sgg', '# what a person says'));
}
