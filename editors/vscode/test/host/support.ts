import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import * as vscode from 'vscode';

export type Suite = Record<string, () => Promise<void>>;

export const EXTENSION = 'sgg.sgg';

/** Asks until the answer is there, and gives it; the last answer is told where it never comes. */
export async function until<T>(
  what: string,
  ask: () => T | PromiseLike<T>,
  isThere: (answer: T) => boolean,
  ms = 25_000,
): Promise<T> {
  const endMs = Date.now() + ms;
  for (;;) {
    const answer = await ask();
    if (isThere(answer)) {
      return answer;
    }
    if (Date.now() > endMs) {
      throw new Error(`${what}: not within ${ms} ms; at last: ${inspect(answer).slice(0, 2000)}`);
    }
    await pause(50);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export function folder(): string {
  const first = vscode.workspace.workspaceFolders?.[0];
  if (first === undefined) {
    throw new Error('no folder is open');
  }
  return first.uri.fsPath;
}

/** A file of the folder, written and opened in an editor. */
export async function open(name: string, text: string): Promise<vscode.TextDocument> {
  const file = join(folder(), name);
  writeFileSync(file, text);
  const document = await vscode.workspace.openTextDocument(file);
  await vscode.window.showTextDocument(document);
  return document;
}

/** `a:1` for each hint: the word before it, and what it says. */
export async function hints(document: vscode.TextDocument): Promise<string[]> {
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  const found = await vscode.commands.executeCommand<vscode.InlayHint[]>(
    'vscode.executeInlayHintProvider',
    document.uri,
    all,
  );
  return found.map(({ label, position }) => {
    const before = document.lineAt(position.line).text.slice(0, position.character);
    const said = typeof label === 'string' ? label : label.map(({ value }) => value).join('');
    return `${/\S*$/.exec(before)?.[0] ?? ''}${said}`;
  });
}

export async function lenses(document: vscode.TextDocument): Promise<string[]> {
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    document.uri,
    100,
  );
  return found.map(({ command }) => command?.title ?? '');
}

export function codes(document: vscode.TextDocument): string[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .map(({ code }) => String(typeof code === 'object' ? code.value : code));
}

/** The servers that this extension host has started. */
export function servers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const [, name, state, parent] = /^\d+ \((.*)\) (\S) (\d+)/.exec(stat) ?? [];
        return name === 'sgg' && state !== 'Z' && parent === String(process.pid);
      } catch {
        return false;
      }
    })
    .map(Number);
}
