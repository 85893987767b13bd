// An extension that tests the other one: the suite is the one named as the folder that is open; what came out is
// written beside that folder, or beside the file that says which folders are open.
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { main } from './main';
import { missing } from './missing';
import { untrusted } from './untrusted';
import { Memory, SCHEME, virtual } from './virtual';
import { pause, type Suite } from './support';

export interface Result {
  name: string;
  ms: number;
  failure?: string;
}

const TEST_MS = 120_000;
/** So long a test that has failed stays on the screen, for a picture of it. */
const PICTURE_MS = 10_000;
const SUITES: Record<string, Suite> = { main, missing, untrusted, virtual };

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider(SCHEME, new Memory()));
  const folder = vscode.workspace.workspaceFolders?.[0];
  const suite = folder === undefined ? undefined : SUITES[folder.name];
  if (folder === undefined || suite === undefined) {
    return;
  }
  const file = `${(vscode.workspace.workspaceFile ?? folder.uri).fsPath}.json`;
  const results: Result[] = [];
  for (const [name, test] of Object.entries(suite)) {
    const startedMs = Date.now();
    const failure = await failureOf(test);
    results.push({ name, ms: Date.now() - startedMs, ...(failure === undefined ? {} : { failure }) });
    if (failure !== undefined) {
      await resetSettings();
      writeFileSync(`${file}.failed`, failure);
      for (let waitedMs = 0; existsSync(`${file}.failed`) && waitedMs < PICTURE_MS; waitedMs += 100) {
        await pause(100);
      }
    }
  }
  // In one step, for somebody waits for the file.
  writeFileSync(`${file}.part`, JSON.stringify(results));
  renameSync(`${file}.part`, file);
}

/** What a test that has failed may have left set. */
async function resetSettings(): Promise<void> {
  const sgg = vscode.workspace.getConfiguration('sgg');
  for (const target of [vscode.ConfigurationTarget.Global, vscode.ConfigurationTarget.Workspace]) {
    for (const name of ['reveal', 'severity']) {
      await sgg.update(name, undefined, target);
    }
  }
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
