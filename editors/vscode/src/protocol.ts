// What the server says beyond the protocol's standard. `server/PROTOCOL.md` describes it.
import type * as lsp from 'vscode-languageclient';

export type FileState = 'fresh' | 'solving' | 'stale' | 'overBudget';

/** Notification `sgg/status`, after each change of state of an open file. */
export interface StatusParams {
  uri: string;
  version: number | null;
  state: FileState;
  percentage?: number;
}

/** Request `sgg/tests`: of one file, or of all that the server knows. */
export interface TestsParams {
  textDocument?: lsp.TextDocumentIdentifier;
}

export interface TestFile {
  uri: string;
  version: number | null;
  state: FileState;
  tests: Test[];
}

/** A game or a round with expectations, its own or below it. */
export interface Test {
  id: string;
  label: string;
  range: lsp.Range;
  expectations: Expectation[];
  children: Test[];
}

export interface Expectation {
  range: lsp.Range;
  expected: string;
  actual: string | null;
  outcome: 'passed' | 'failed' | 'unsettled';
  message: string | null;
}

/** The one argument of the server's commands. */
export interface CommandTarget {
  textDocument: lsp.TextDocumentIdentifier;
  position?: lsp.Position;
}

export const STATUS = 'sgg/status';
export const TESTS = 'sgg/tests';

/** Commands of the server that want a `CommandTarget`. */
export const TARGETED_COMMANDS: ReadonlySet<string> = new Set(['sgg.solve', 'sgg.accept', 'sgg.acceptAll']);
