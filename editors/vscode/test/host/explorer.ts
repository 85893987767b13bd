// The Test Explorer, seen by the proposed interface for observers of tests.
import { strict as assert } from 'node:assert';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kill } from 'node:process';
import * as vscode from 'vscode';
import { codes, folder, hints, open, servers, until, type Suite } from './support';

/** The part of the proposal `testObserver` that is used here. */
interface Observed {
  createTestObserver(): {
    onDidChangeTest: vscode.Event<Record<'added' | 'updated' | 'removed', readonly vscode.TestItem[]>>;
    dispose(): void;
  };
  testResults: readonly { completedAt: number; results: readonly ResultSnapshot[] }[];
}

interface ResultSnapshot {
  id: string;
  label: string;
  taskStates: readonly { state: number; messages: readonly vscode.TestMessage[] }[];
  children: readonly ResultSnapshot[];
}

const STATES = ['', 'queued', 'running', 'passed', 'failed', 'skipped', 'errored'];

/** `label: state` of each test in the newest result. */
function outcomes(): string[] {
  const [newest] = (vscode.tests as unknown as Observed).testResults;
  const found: string[] = [];
  const open = [...(newest?.results ?? [])];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const state = next.taskStates[0]?.state ?? 0;
    if (state !== 0) {
      found.push(`${next.label}: ${STATES[state] ?? state}`);
    }
    open.unshift(...next.children);
  }
  return found;
}

function messages(): vscode.TestMessage[] {
  const [newest] = (vscode.tests as unknown as Observed).testResults;
  const of = (result: ResultSnapshot): vscode.TestMessage[] => [
    ...(result.taskStates[0]?.messages ?? []),
    ...result.children.flatMap(of),
  ];
  return (newest?.results ?? []).flatMap(of);
}

// Worked out by hand: b has 0, a has 1; both stones together are 1.
const GAME = `game dag "pair"
  a -> b
  round "one"
    stones a
    expect second
  round "two"
    stones b
    expect second
`;

export const explorer: Suite = {
  'games and rounds with expectations are tests, and run': async () => {
    const document = await open('explorer.sgg', GAME);
    await until(
      'tests in the file',
      () => vscode.commands.executeCommand<string[]>('vscode.testing.getTestsInFile', document.uri),
      (all) => all.length >= 2,
    );
    await vscode.commands.executeCommand('testing.runCurrentFile');
    const both = [/one.*: failed$/, /two.*: passed$/];
    await until('outcomes', outcomes, (all) => both.every((wanted) => all.some((outcome) => wanted.test(outcome))));
    const [message] = messages();
    assert.equal(message?.expectedOutput, 'expect second');
    assert.equal(message.actualOutput, 'expect first');
  },

  'what holds is accepted, and then the test passes': async () => {
    const document = await open('accept.sgg', GAME);
    await until(
      'tests in the file',
      () => vscode.commands.executeCommand<string[]>('vscode.testing.getTestsInFile', document.uri),
      (all) => all.length >= 2,
    );
    // What is not solved is not accepted.
    await until('diagnostics', () => codes(document), (all) => all.includes('expect-failed'));
    await vscode.commands.executeCommand('sgg.accept', {
      textDocument: { uri: document.uri.toString() },
      position: { line: 4, character: 4 },
    });
    await until('the text', () => document.lineAt(4).text, (line) => line === '    expect first');
    await vscode.commands.executeCommand('testing.runCurrentFile');
    await until('outcomes', outcomes, (all) => all.filter((outcome) => outcome.endsWith('passed')).length >= 2);
  },

  'what changes on disk is followed in files that are not open': async () => {
    const file = join(folder(), 'closed.sgg');
    const observer = (vscode.tests as unknown as Observed).createTestObserver();
    const said: string[] = [];
    observer.onDidChangeTest(({ added, updated, removed }) => {
      for (const [what, items] of Object.entries({ added, updated, removed })) {
        said.push(...items.filter(({ uri }) => uri?.fsPath === file).map(({ label }) => `${what} ${label}`));
      }
    });
    writeFileSync(file, GAME);
    await until('a new file', () => said, (all) => all.includes('added closed.sgg'));
    writeFileSync(file, GAME.replaceAll('"two"', '"another"'));
    await until('another title', () => said, (all) => all.some((one) => one.endsWith('another')));
    rmSync(file);
    await until('no file', () => said, (all) => all.includes('removed closed.sgg'));
    observer.dispose();
  },

  'a continuous run is told of what changes on disk': async () => {
    const file = join(folder(), 'continuous.sgg');
    const wrong = GAME.replace('"one"', '"on disk"');
    const right = wrong.replace('expect second', 'expect first');
    writeFileSync(file, right);
    const uri = vscode.Uri.file(file);
    await until(
      'tests in the file',
      () => vscode.commands.executeCommand<string[]>('vscode.testing.getTestsInFile', uri),
      (all) => all.length >= 2,
    );
    const one = (state: string) => [(all: string[]) => all.some((outcome) => outcome === `on disk: ${state}`)] as const;
    await vscode.commands.executeCommand('testing.startContinuousRun');
    await until('a first result', outcomes, ...one('passed'));
    writeFileSync(file, wrong);
    await until('what fails now', outcomes, ...one('failed'));
    writeFileSync(file, right);
    await until('what holds again', outcomes, ...one('passed'));
    await vscode.commands.executeCommand('testing.stopContinuousRun');
    rmSync(file);
  },

  'a server that is gone takes no test with it': async () => {
    const document = await open('stays.sgg', GAME);
    const tests = () => vscode.commands.executeCommand<string[]>('vscode.testing.getTestsInFile', document.uri);
    await until('tests in the file', tests, (all) => all.length >= 2);
    const removed: string[] = [];
    const observer = (vscode.tests as unknown as Observed).createTestObserver();
    observer.onDidChangeTest((change) => removed.push(...change.removed.map(({ label }) => label)));
    const [pid] = servers();
    assert.ok(pid);
    kill(pid, 'SIGKILL');
    await vscode.commands.executeCommand('testing.refreshTests');
    // By hand, so that later failures are not told to be more in a row.
    await vscode.commands.executeCommand('sgg.restart');
    await until('another server', servers, ([next]) => next !== undefined && next !== pid);
    await until('hints', () => hints(document), (all) => all.length > 0);
    await until('tests in the file', tests, (all) => all.length >= 2);
    observer.dispose();
    assert.deepEqual(removed, []);
  },
};
