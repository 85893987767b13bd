// A folder that is no folder of the disk; the package has no server, but PATH has one.
import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { codes, hints, servers, until, type Suite } from './support';

export const SCHEME = 'sgg-memory';

const FILES = new Map([
  ['/virtual/open.sgg', 'game dag\n  a -> b\n  stones a\n  expect second\n'],
  ['/virtual/closed.sgg', 'game dag\n  a -> b\n  stones a\n  expect first\n'],
]);

/** Files that are in memory alone. */
export class Memory implements vscode.FileSystemProvider {
  readonly #files = new Map<string, Uint8Array>([...FILES].map(([path, text]) => [path, new TextEncoder().encode(text)]));
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    const file = this.#files.get(path);
    if (file === undefined && path !== '/virtual') {
      throw vscode.FileSystemError.FileNotFound(path);
    }
    const type = file === undefined ? vscode.FileType.Directory : vscode.FileType.File;
    return { type, ctime: 0, mtime: 0, size: file?.length ?? 0 };
  }

  readDirectory(): [string, vscode.FileType][] {
    return [...this.#files.keys()].map((path) => [path.replace(/.*\//, ''), vscode.FileType.File]);
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    const file = this.#files.get(path);
    if (file === undefined) {
      throw vscode.FileSystemError.FileNotFound(path);
    }
    return file;
  }

  writeFile({ path }: vscode.Uri, content: Uint8Array): void {
    this.#files.set(path, content);
  }

  createDirectory(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  delete(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename(): void {
    throw vscode.FileSystemError.NoPermissions();
  }
}

export const virtual: Suite = {
  'the server is the one on PATH, and an open file has everything': async () => {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: SCHEME, path: '/virtual/open.sgg' }));
    await vscode.window.showTextDocument(document);
    await until('hints', () => hints(document), (all) => all.join() === 'a:1,b:0');
    assert.equal(servers().length, 1);
    await until('diagnostics', () => codes(document), (all) => all.join() === 'expect-failed');
    const target = { textDocument: { uri: document.uri.toString() }, position: { line: 3, character: 2 } };
    await vscode.commands.executeCommand('sgg.accept', target);
    await until('the text', () => document.lineAt(3).text, (text) => text === '  expect first');
    await until('no diagnostics', () => codes(document), (all) => all.length === 0);
    assert.ok(await document.save());
  },

  'files that are not open take no part in the Test Explorer': async () => {
    const tests = (name: string) =>
      vscode.commands.executeCommand<string[]>(
        'vscode.testing.getTestsInFile',
        vscode.Uri.from({ scheme: SCHEME, path: `/virtual/${name}` }),
      );
    await until('tests of the open file', () => tests('open.sgg'), (all) => all.length > 0);
    assert.deepEqual(await tests('closed.sgg'), []);
  },
};
