// The package with its server inside: each thing that it brings, asked for as VS Code asks.
import { strict as assert } from 'node:assert';
import { kill } from 'node:process';
import * as vscode from 'vscode';
import { codes, EXTENSION, hints, lenses, open, pause, servers, until, type Suite } from './support';
import { explorer } from './explorer';

// UVa 11927, sample 2.
const SAMPLE = `game dag "sample 2"
  0 -> 1 2 4
  2 -> 3
  4 -> 3 5
  5 -> 6
  stones 0 2 4
  expect second
`;
const SAMPLE_HINTS = ['0:3', '1:0', '2:1', '4:2', '3:0', '5:1', '6:0'];

const features: Suite = {
  'values stand behind the nodes, verdicts above the game': async () => {
    const document = await open('sample.sgg', SAMPLE);
    await until('hints', () => hints(document), (all) => all.join() === SAMPLE_HINTS.join());
    const [lens] = await until('lens', () => lenses(document), (all) => all.length > 0);
    assert.match(lens ?? '', /^Second wins · .*3.* = 0 · as expected/);
    assert.deepEqual(codes(document), []);
  },

  'a hint follows what is typed': async () => {
    const document = await open('typed.sgg', SAMPLE);
    await until('hints', () => hints(document), (all) => all.includes('6:0'));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(4, 8), ' -> 7');
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until('hints', () => hints(document), (all) => all.includes('6:1') && all.includes('7:0'));
  },

  'a file that was never saved has values too': async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'sgg', content: 'game dag\n  a -> b\n' });
    await vscode.window.showTextDocument(document);
    await until('hints', () => hints(document), (all) => all.join() === 'a:1,b:0');
  },

  'what is wrong is told, and mended by a quick fix': async () => {
    const document = await open('wrong.sgg', 'game dag\n  a => b\n  stones a\n');
    await until('diagnostics', () => codes(document), (all) => all.join() === 'syntax');
    const [told] = vscode.languages.getDiagnostics(document.uri);
    assert.equal(told?.source, 'sgg');
    assert.equal(told.severity, vscode.DiagnosticSeverity.Error);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      told.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const edit = actions.find((action) => action.edit !== undefined)?.edit;
    assert.ok(edit, JSON.stringify(actions));
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.equal(document.lineAt(1).text, '  a -> b');
    await until('no diagnostics', () => codes(document), (all) => all.length === 0);
  },

  'hover explains a node': async () => {
    const document = await open('hover.sgg', SAMPLE);
    const hover = await until(
      'hover',
      () =>
        vscode.commands.executeCommand<vscode.Hover[]>(
          'vscode.executeHoverProvider',
          document.uri,
          new vscode.Position(1, 2),
        ),
      (all) => all.length > 0,
    );
    const words = hover.flatMap(({ contents }) => contents.map((part) => (part instanceof vscode.MarkdownString ? part.value : '')));
    assert.match(words.join('\n'), /Grundy value/);
    assert.match(words.join('\n'), /3/);
  },

  'completion offers what fits, each word once': async () => {
    const document = await open('completion.sgg', `${SAMPLE}\n`);
    const labels = async (line: number, column: number) => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        new vscode.Position(line, column),
      );
      return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    };
    const first = await until('statements', () => labels(8, 0), (all) => all.includes('game'));
    assert.deepEqual(first, [...new Set(first)]);
    assert.ok(['stones', 'expect', 'round'].every((word) => first.includes(word)), first.join());
    // The answer is what holds.
    assert.equal((await labels(6, 9))[0], 'second');
    // Behind an arrow names are written: no statement and no snippet.
    assert.deepEqual((await labels(2, 7)).sort(), ['0', '1', '2', '3', '4', '5', '6']);
  },

  'a node is renamed in its game, and no other': async () => {
    const document = await open('rename.sgg', `${SAMPLE}game dag "other"\n  2 -> 3\n`);
    const rename = (name: string) =>
      vscode.commands.executeCommand<vscode.WorkspaceEdit>(
        'vscode.executeDocumentRenameProvider',
        document.uri,
        new vscode.Position(2, 2),
        name,
      );
    await until('hints', () => hints(document), (all) => all.length === 9);
    assert.ok(await vscode.workspace.applyEdit(await rename('two words')));
    assert.deepEqual(document.getText().split('\n').slice(1), [
      '  0 -> 1 "two words" 4',
      '  "two words" -> 3',
      '  4 -> 3 5',
      '  5 -> 6',
      '  stones 0 "two words" 4',
      '  expect second',
      'game dag "other"',
      '  2 -> 3',
      '',
    ]);
    await until('hints', () => hints(document), (all) => all.length === 9);
    await assert.rejects(async () => rename('4'));
  },

  'formatting writes the canonical style': async () => {
    const document = await open('format.sgg', 'game   dag\na->b\nstones a\n');
    const edits = await until(
      'edits',
      () =>
        vscode.commands.executeCommand<vscode.TextEdit[] | undefined>(
          'vscode.executeFormatDocumentProvider',
          document.uri,
          { tabSize: 2, insertSpaces: true },
        ),
      (all) => (all?.length ?? 0) > 0,
    );
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits ?? []);
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.equal(document.getText(), 'game dag\n  a -> b\n  stones a\n');
  },

  'what is typed is indented as the formatter does it': async () => {
    await open('empty.sgg', '');
    const options = await until('an editor', () => vscode.window.activeTextEditor?.options, (found) => found !== undefined);
    assert.deepEqual([options?.tabSize, options?.insertSpaces], [2, true]);
  },

  'semantic tokens name every word, and each kind of them has a colour': async () => {
    const document = await open('tokens.sgg', SAMPLE);
    const legend = await until(
      'a legend',
      () =>
        vscode.commands.executeCommand<vscode.SemanticTokensLegend | undefined>(
          'vscode.provideDocumentSemanticTokensLegend',
          document.uri,
        ),
      (found) => found !== undefined,
    );
    assert.ok(legend);
    const manifest = vscode.extensions.getExtension(EXTENSION)?.packageJSON as {
      contributes: { semanticTokenScopes: { scopes: Record<string, string[]> }[] };
    };
    const scopes = Object.keys(manifest.contributes.semanticTokenScopes[0]?.scopes ?? {});
    assert.deepEqual(legend.tokenTypes.filter((type) => !scopes.includes(type)), []);
    const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens>(
      'vscode.provideDocumentSemanticTokens',
      document.uri,
    );
    // `game`, `dag`, the title; then five of `0 -> 1 2 4`.
    const kinds = [...tokens.data].filter((_, at) => at % 5 === 3).map((type) => legend.tokenTypes[type]);
    assert.deepEqual(kinds.slice(0, 5), ['keyword', 'type', 'string', 'variable', 'operator']);
  },
};

const settings: Suite = {
  'values are hidden and revealed by one command': async () => {
    const document = await open('reveal.sgg', SAMPLE);
    await until('hints', () => hints(document), (all) => all.length === 7);
    await vscode.commands.executeCommand('sgg.toggleReveal');
    await until('no hints', () => hints(document), (all) => all.length === 0);
    await until('no lens', () => lenses(document), (all) => all.length === 0);
    await vscode.commands.executeCommand('sgg.toggleReveal');
    await until('hints', () => hints(document), (all) => all.length === 7);
  },

  'the severity of a diagnostic is a setting': async () => {
    const document = await open('severity.sgg', 'game dag\n  a -> b -> a\n');
    await until('cycle', () => codes(document), (all) => all.join() === 'cycle');
    const sgg = vscode.workspace.getConfiguration('sgg');
    await sgg.update('severity', { cycle: 'off' }, vscode.ConfigurationTarget.Workspace);
    await until('nothing', () => codes(document), (all) => all.length === 0);
    await sgg.update('severity', undefined, vscode.ConfigurationTarget.Workspace);
    await until('cycle', () => codes(document), (all) => all.join() === 'cycle');
  },

  'it runs beside the files, in the remote machine where these are remote': () => {
    assert.notEqual(vscode.env.remoteName, undefined);
    assert.equal(vscode.extensions.getExtension(EXTENSION)?.extensionKind, vscode.ExtensionKind.Workspace);
    return Promise.resolve();
  },

  'every command of the manifest is there': async () => {
    const manifest = vscode.extensions.getExtension(EXTENSION)?.packageJSON as {
      contributes: { commands: { command: string }[] };
    };
    const all = new Set(await vscode.commands.getCommands(true));
    const absent = manifest.contributes.commands.filter(({ command }) => !all.has(command));
    assert.deepEqual(absent, []);
  },
};

const life: Suite = {
  'a server that is killed, and again, is started again': async () => {
    const document = await open('killed.sgg', SAMPLE);
    for (let time = 0; time < 6; time += 1) {
      const [pid] = await until('a server', servers, (all) => all.length === 1);
      assert.ok(pid);
      kill(pid, 'SIGKILL');
      await until('another', servers, ([next]) => next !== undefined && next !== pid);
      await until('hints', () => hints(document), (all) => all.length === 7);
    }
  },

  'a restart is another process, and only one': async () => {
    const document = await open('restart.sgg', SAMPLE);
    const [before] = servers();
    await vscode.commands.executeCommand('sgg.restart');
    const after = await until('another', servers, (all) => all.length === 1 && all[0] !== before);
    assert.notEqual(after[0], before);
    await until('hints', () => hints(document), (all) => all.length === 7);
    await pause(500);
    assert.deepEqual(servers(), after);
    // Those of before have left nothing: each lens and each action is there once.
    assert.equal((await lenses(document)).length, 1);
    const words = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new vscode.Range(2, 2, 2, 2),
    );
    const titles = words.map(({ title }) => title);
    assert.ok(titles.length > 0);
    assert.deepEqual(titles, [...new Set(titles)]);
  },
};

export const main: Suite = { ...features, ...settings, ...explorer, ...life };
