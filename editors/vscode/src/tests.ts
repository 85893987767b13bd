// The Test Explorer: every game and round with an `expect` is a test. Which there are, and how they stand, the server
// says (`sgg/tests`); running a test is asking again once the file is solved.
import * as vscode from 'vscode';
import { ErrorCodes, ResponseError } from 'vscode-languageclient/node';
import { TESTS, type Expectation, type FileState, type Test, type TestFile, type TestsParams } from './protocol';
import type { Server } from './server';
import { Turns } from './turns';

/** So long after the last keystroke the tests of a file are looked at again. */
const PAUSE_MS = 250;
/** So long after a change on disk: the language client tells the server of it a quarter of a second late. */
const DISK_PAUSE_MS = 600;
/** While a file is solved it is asked about again at each word of the server, and at least so often. */
const PATIENCE_MS = 500;

/**
 * So long a run asks again for a file that the server refuses to tell of, as it does while it starts, has too much to
 * do, or the text is edited. By time: while somebody types there are many refusals within a second.
 */
const REFUSED_MS = 60_000;
/** Stands for all files among those that are looked at again. */
const ALL = '';

/** So long a file is waited for in which something is to be accepted. */
const ACCEPT_MS = 5000;

/** Marks the messages that `sgg.acceptTest` is offered at. */
const MESSAGE_KIND = 'sggExpectation';

/** What the commands of the Test Explorer are called with. */
type Accepted = vscode.TestItem | { test: vscode.TestItem; message: vscode.TestMessage };

interface Continuous {
  /** Listens to its end. */
  readonly end: vscode.Disposable;
  /** What it has told last, by file, so that it tells only what is new. */
  readonly told: Map<string, string>;
}

export class TestExplorer implements vscode.Disposable {
  readonly #controller = vscode.tests.createTestController('sgg', 'sgg');
  readonly #listeners: { dispose(): unknown }[];
  readonly #answers = new WeakMap<vscode.TestItem, Test>();
  /** Files that are looked at again, by their URIs, and all of them. */
  readonly #refreshes = new Turns(
    () => new vscode.CancellationTokenSource(),
    (uri, token) => (uri === ALL ? this.#refreshAll(token) : this.#refresh(uri, token)),
  );
  /** Runs that go on while files change. */
  readonly #continuous = new Map<vscode.TestRunRequest, Continuous>();
  /** Waiting for the server to say that a file has changed its state. */
  readonly #waiting = new vscode.EventEmitter<string>();

  constructor(private readonly server: Server) {
    const controller = this.#controller;
    controller.refreshHandler = () => this.#refreshes.now(ALL);
    const run = (request: vscode.TestRunRequest, token: vscode.CancellationToken) => this.#run(request, token);
    controller.createRunProfile('Check', vscode.TestRunProfileKind.Run, run, true, undefined, true);
    const watcher = vscode.workspace.createFileSystemWatcher('**/*.sgg');
    const changed = ({ languageId, uri }: vscode.TextDocument) => {
      if (languageId === 'sgg') {
        this.#refreshes.soon(uri.toString(), PAUSE_MS);
      }
    };
    const changedOnDisk = () => {
      this.#refreshes.soon(ALL, DISK_PAUSE_MS);
    };
    this.#listeners = [
      controller,
      watcher,
      this.#waiting,
      this.#refreshes,
      watcher.onDidCreate(changedOnDisk),
      watcher.onDidDelete(changedOnDisk),
      watcher.onDidChange((uri) => {
        // What is open counts as it is there.
        if (!vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString())) {
          changedOnDisk();
        }
      }),
      server.onDidChange((health) => {
        if (health.kind === 'running') {
          void this.#refreshes.now(ALL);
        }
      }),
      server.onStatus(({ uri, state }) => {
        this.#waiting.fire(uri);
        if (state !== 'solving') {
          this.#refreshes.soon(vscode.Uri.parse(uri).toString(), PAUSE_MS);
        }
      }),
      vscode.workspace.onDidOpenTextDocument(changed),
      vscode.workspace.onDidChangeTextDocument((event) => {
        changed(event.document);
      }),
      vscode.workspace.onDidCloseTextDocument(({ languageId }) => {
        if (languageId === 'sgg') {
          this.#refreshes.soon(ALL, PAUSE_MS);
        }
      }),
      vscode.commands.registerCommand('sgg.acceptTest', (accepted: Accepted) => this.#accept(accepted)),
    ];
  }

  dispose(): void {
    const ends = [...this.#continuous.values()].map(({ end }) => end);
    vscode.Disposable.from(...ends, ...this.#listeners).dispose();
  }

  /** Of one file, or of all; nothing where the server does not answer: then nothing is known, not that there are none. */
  async #ask(uri: string | undefined, token: vscode.CancellationToken): Promise<TestFile[] | undefined> {
    const params: TestsParams = uri === undefined ? {} : { textDocument: { uri } };
    try {
      const files = await this.server.client?.sendRequest<TestFile[] | null>(TESTS, params, token);
      return files === null ? [] : files;
    } catch (error) {
      // It knows no tests, and never will. Else the text has changed meanwhile, it has too much to do, or has just ended.
      return error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound ? [] : undefined;
    }
  }

  /** Whether it need not be tried again. */
  async #refreshAll(token: vscode.CancellationToken): Promise<boolean> {
    const files = await this.#ask(undefined, token);
    if (files === undefined || token.isCancellationRequested) {
      return this.#isOver();
    }
    const known = new Set(files.map((file) => this.#showAndGoOn(file)?.id));
    for (const [id] of [...this.#controller.items]) {
      if (!known.has(id)) {
        this.#remove(id);
      }
    }
    return true;
  }

  /** Whether it need not be tried again. */
  async #refresh(uri: string, token: vscode.CancellationToken): Promise<boolean> {
    const files = await this.#ask(uri, token);
    if (files === undefined || token.isCancellationRequested) {
      return this.#isOver();
    }
    for (const file of files) {
      this.#showAndGoOn(file);
    }
    return true;
  }

  /** Brings a file's items up to date, and tells what goes on of them. */
  #showAndGoOn(file: TestFile): vscode.TestItem | undefined {
    const item = this.#show(file);
    if (item !== undefined && file.state !== 'solving') {
      this.#goOn(item, file.state);
    }
    return item;
  }

  /** Without a server nobody can be asked again; its next start asks for all. */
  #isOver(): boolean {
    return this.server.client === undefined;
  }

  /** Brings a file's items up to date; those that stay keep their results. */
  #show(file: TestFile): vscode.TestItem | undefined {
    const uri = vscode.Uri.parse(file.uri);
    const id = uri.toString();
    if (file.tests.length === 0) {
      this.#remove(id);
      return undefined;
    }
    let item = this.#controller.items.get(id);
    if (item === undefined) {
      item = this.#controller.createTestItem(id, vscode.workspace.asRelativePath(uri), uri);
      this.#controller.items.add(item);
    }
    this.#showTests(item, uri, file.tests);
    return item;
  }

  #remove(id: string): void {
    this.#controller.items.delete(id);
    for (const { told } of this.#continuous.values()) {
      told.delete(id);
    }
  }

  /** Games and the rounds in them: two levels. */
  #showTests(parent: vscode.TestItem, uri: vscode.Uri, tests: Test[]): void {
    const items = tests.map((test, at) => {
      const id = `${uri.toString()}#${test.id}`;
      const item = parent.children.get(id) ?? this.#controller.createTestItem(id, test.label, uri);
      item.label = test.label;
      item.range = range(test);
      item.sortText = String(at).padStart(8, '0');
      this.#answers.set(item, test);
      this.#showTests(item, uri, test.children);
      return item;
    });
    parent.children.replace(items);
  }

  async #run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    if (request.continuous) {
      const end = token.onCancellationRequested(() => {
        this.#endContinuous(request);
      });
      this.#continuous.set(request, { end, told: new Map() });
    }
    const run = this.#controller.createTestRun(request);
    try {
      for (const file of this.#files(request)) {
        const before = this.#wanted(file, request);
        for (const item of before) {
          run.started(item);
        }
        const state = await this.#settled(file.id, token);
        if (token.isCancellationRequested) {
          break;
        }
        const items = this.#wanted(file, request);
        for (const item of items) {
          this.#tell(run, item, state);
        }
        if (state !== undefined) {
          this.#continuous.get(request)?.told.set(file.id, this.#standing(items));
        }
      }
    } finally {
      run.end();
    }
  }

  #endContinuous(request: vscode.TestRunRequest): void {
    this.#continuous.get(request)?.end.dispose();
    this.#continuous.delete(request);
  }

  /** A file has changed: what goes on is told of it. */
  #goOn(file: vscode.TestItem, state: FileState): void {
    for (const [request, { told }] of this.#continuous) {
      const items = this.#wanted(file, request);
      const standing = this.#standing(items);
      if (items.length === 0 || told.get(file.id) === standing) {
        continue;
      }
      told.set(file.id, standing);
      // Runs of one request count as one, in which what has failed once stays so.
      const again = new vscode.TestRunRequest(items, request.exclude, request.profile, true);
      const run = this.#controller.createTestRun(again);
      for (const item of items) {
        this.#tell(run, item, state);
      }
      run.end();
    }
  }

  /** How items stand, to be compared. */
  #standing(items: vscode.TestItem[]): string {
    return JSON.stringify(items.map((item) => [item.id, this.#answers.get(item)?.expectations]));
  }

  /** Waits until a file is solved, and has it solved where that does not happen by itself; nothing where no server is. */
  async #settled(uri: string, token: vscode.CancellationToken): Promise<FileState | undefined> {
    let asked = false;
    let refusedAtMs: number | undefined;
    for (;;) {
      const files = await this.#ask(uri, token);
      if (files === undefined && !this.#isOver() && !token.isCancellationRequested) {
        refusedAtMs ??= Date.now();
        if (Date.now() - refusedAtMs < REFUSED_MS) {
          await this.#word(uri, token);
          continue;
        }
      }
      refusedAtMs = undefined;
      const [file] = files ?? [];
      if (file !== undefined) {
        this.#show(file);
      }
      const state = file?.state;
      const settled = state !== 'solving' && (state !== 'stale' || asked);
      if (settled || token.isCancellationRequested) {
        return state;
      }
      if (state === 'stale') {
        asked = true;
        // What is not open the server solves when it is asked for.
        if (file?.version !== null) {
          await this.#solve(uri);
        }
      }
      await this.#word(uri, token);
    }
  }

  async #solve(uri: string): Promise<void> {
    try {
      await vscode.commands.executeCommand('sgg.solve', { textDocument: { uri } });
    } catch {
      // There is no such command while no server runs; then it gives no answer either.
    }
  }

  /** The next word of the server about a file, or that time has passed. */
  #word(uri: string, token: vscode.CancellationToken): Promise<void> {
    return new Promise((resolve) => {
      const listeners: vscode.Disposable[] = [];
      const done = () => {
        clearTimeout(timer);
        vscode.Disposable.from(...listeners).dispose();
        resolve();
      };
      const timer = setTimeout(done, PATIENCE_MS);
      listeners.push(
        token.onCancellationRequested(done),
        this.#waiting.event((told) => {
          if (vscode.Uri.parse(told).toString() === uri) {
            done();
          }
        }),
      );
    });
  }

  #files(request: vscode.TestRunRequest): vscode.TestItem[] {
    const all = [...this.#controller.items].map(([, item]) => item);
    return all.filter((file) => this.#wanted(file, request).length > 0);
  }

  /** The items of a file that have expectations of their own, and that a request asks for. */
  #wanted(file: vscode.TestItem, request?: vscode.TestRunRequest): vscode.TestItem[] {
    const wanted: vscode.TestItem[] = [];
    const open = [{ item: file, included: request?.include === undefined }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { item } = next;
      const included = next.included || has(request?.include, item);
      if (has(request?.exclude, item)) {
        continue;
      }
      if (included && (this.#answers.get(item)?.expectations.length ?? 0) > 0) {
        wanted.push(item);
      }
      open.push(...[...item.children].map(([, child]) => ({ item: child, included })).reverse());
    }
    return wanted;
  }

  #tell(run: vscode.TestRun, item: vscode.TestItem, state: FileState | undefined): void {
    const say = (outcome: string, messages: vscode.TestMessage[]) => {
      const words = messages.map(({ message }) => `\r\n  ${typeof message === 'string' ? message : message.value}`);
      run.appendOutput(`${outcome} ${title(item)}${words.join('')}\r\n`, undefined, item);
    };
    if (state === undefined) {
      const message = new vscode.TestMessage('The sgg server gave no answer; see "sgg: Show the Log".');
      say('?     ', [message]);
      run.errored(item, message);
      return;
    }
    const expectations = this.#answers.get(item)?.expectations ?? [];
    const messages = (outcome: Expectation['outcome']) =>
      expectations
        .filter((expectation) => expectation.outcome === outcome)
        .map((expectation) => message(item, expectation, state));
    const failed = messages('failed');
    const unsettled = messages('unsettled');
    if (failed.length > 0) {
      say('FAILED', failed);
      run.failed(item, failed);
    } else if (unsettled.length > 0) {
      // It neither holds nor fails; to pass it over in silence would look like a success.
      say('?     ', unsettled);
      run.errored(item, unsettled);
    } else {
      say('ok    ', []);
      run.passed(item);
    }
  }

  /** Writes what holds: at one expectation, in a game or round and what is in it, or in a whole file. */
  async #accept(accepted: Accepted): Promise<void> {
    const { test, message } = 'test' in accepted ? accepted : { test: accepted, message: undefined };
    if (test.uri === undefined) {
      return;
    }
    // The server edits what is open.
    await vscode.workspace.openTextDocument(test.uri);
    const textDocument = { uri: test.uri.toString() };
    // What a run has told may stand elsewhere by now, or hold, or be gone; and what has just been opened is to be solved.
    const soon = new vscode.CancellationTokenSource();
    const timer = setTimeout(() => {
      soon.cancel();
    }, ACCEPT_MS);
    await this.#settled(textDocument.uri, soon.token);
    clearTimeout(timer);
    soon.dispose();
    if (!this.#isThere(test)) {
      void vscode.window.showWarningMessage(`The test "${test.label}" is not there any more.`);
      return;
    }
    if (test.parent === undefined) {
      await vscode.commands.executeCommand('sgg.acceptAll', { textDocument });
      return;
    }
    const failed = failures(test, this.#answers);
    const meant = message === undefined ? failed : sameAs(message, failed);
    if (message !== undefined && meant.length === 0) {
      void vscode.window.showWarningMessage('What this message tells is not so any more: run the tests again.');
      return;
    }
    // All in one: what the server asks for is for the text before it, so that a second edit would come too late. Where
    // there is nothing to write it says why.
    const place =
      meant.length === 0
        ? { position: test.range?.start }
        : { range: meant.map(range).reduce((all, one) => all.union(one)) };
    await vscode.commands.executeCommand('sgg.accept', { textDocument, ...place });
  }

  /** Whether an item is one of those that are shown; a result may outlive its test. */
  #isThere(item: vscode.TestItem): boolean {
    const among = item.parent === undefined ? this.#controller.items : item.parent.children;
    return among.get(item.id) === item && (item.parent === undefined || this.#isThere(item.parent));
  }
}

function has(items: readonly vscode.TestItem[] | undefined, item: vscode.TestItem): boolean {
  return items?.some(({ id }) => id === item.id) ?? false;
}

/** A round with its game and its file. */
function title(item: vscode.TestItem): string {
  return item.parent === undefined ? item.label : `${title(item.parent)} › ${item.label}`;
}

function range({ range: { start, end } }: Pick<Test, 'range'>): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** The expectations of a test, and of those in it, that fail. */
function failures(test: vscode.TestItem, answers: WeakMap<vscode.TestItem, Test>): Expectation[] {
  const items = [test, ...[...test.children].map(([, child]) => child)];
  return items.flatMap((item) => (answers.get(item)?.expectations ?? []).filter(({ outcome }) => outcome === 'failed'));
}

/** Of these the one that a message told of: the nearest that says the same. */
function sameAs({ location, expectedOutput }: vscode.TestMessage, failed: Expectation[]): Expectation[] {
  const lineThen = location?.range.start.line ?? 0;
  const far = ({ range: { start } }: Expectation) => Math.abs(start.line - lineThen);
  return failed
    .filter(({ expected }) => expected === expectedOutput)
    .sort((left, right) => far(left) - far(right))
    .slice(0, 1);
}

function message(item: vscode.TestItem, expectation: Expectation, state: FileState): vscode.TestMessage {
  const { expected, actual } = expectation;
  const words = expectation.message ?? wordsFor(expectation, state);
  const message = actual === null ? new vscode.TestMessage(words) : vscode.TestMessage.diff(words, expected, actual);
  if (item.uri !== undefined) {
    message.location = new vscode.Location(item.uri, range(expectation));
  }
  // Not while values are hidden: nobody asked to see them by accepting.
  if (expectation.outcome === 'failed' && actual !== null) {
    message.contextValue = MESSAGE_KIND;
  }
  return message;
}

/** Where the server says nothing more: it does not while values are hidden. */
function wordsFor({ expected, outcome }: Expectation, state: FileState): string {
  if (outcome === 'failed') {
    return `\`${expected}\` does not hold.`;
  }
  return state === 'overBudget'
    ? 'Its value costs more steps than the setting `sgg.solve.budget` allows.'
    : 'Its value is not settled.';
}
