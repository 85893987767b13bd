// An extension that tests the other one: the suite is the one named as the folder that is open; what came out is
// written beside that folder, or beside the file that says which folders are open.
import { renameSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { main } from './main';
import { missing } from './missing';
import { untrusted } from './untrusted';
import { Memory, SCHEME, virtual } from './virtual';
import type { Suite } from './support';

export interface Result {
  name: string;
  ms: number;
  failure?: string;
}

const TEST_MS = 60_000;
const SUITES: Record<string, Suite> = { main, missing, untrusted, virtual };

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider(SCHEME, new Memory()));
  const folder = vscode.workspace.workspaceFolders?.[0];
  const suite = folder === undefined ? undefined : SUITES[folder.name];
  if (folder === undefined || suite === undefined) {
    return;
  }
  const results: Result[] = [];
  for (const [name, test] of Object.entries(suite)) {
    const startedMs = Date.now();
    const failure = await failureOf(test);
    results.push({ name, ms: Date.now() - startedMs, ...(failure === undefined ? {} : { failure }) });
  }
  // In one step, for somebody waits for the file.
  const file = `${(vscode.workspace.workspaceFile ?? folder.uri).fsPath}.json`;
  writeFileSync(`${file}.part`, JSON.stringify(results));
  renameSync(`${file}.part`, file);
}

async function failureOf(test: () => Promise<void>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`not done after ${TEST_MS} ms`));
    }, TEST_MS);
  });
  try {
    await Promise.race([test(), late]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } finally {
    clearTimeout(timer);
  }
}
