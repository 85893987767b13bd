// The package without a server, and none on PATH.
import { strict as assert } from 'node:assert';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { EXTENSION, folder, hints, open, servers, until, type Suite } from './support';

/** A program that answers `initialize` and ends, so many times, and from then on is the server. */
function dying(server: string, times: number): string {
  const commands = ['sgg.solve', 'sgg.accept', 'sgg.acceptAll'];
  const capabilities = { executeCommandProvider: { commands }, codeActionProvider: true, inlayHintProvider: true };
  const answer = JSON.stringify({ jsonrpc: '2.0', id: 0, result: { capabilities } });
  return `#!/bin/sh
echo >>"$0.runs"
if [ "$(wc -l <"$0.runs")" -gt ${times} ]; then exec ${server} "$@"; fi
head -c 100 >/dev/null
printf 'Content-Length: ${answer.length}\\r\\n\\r\\n%s' '${answer}'
`;
}

export const missing: Suite = {
  'without a server the extension stands, and its commands answer': async () => {
    const document = await open('a.sgg', 'game dag\n  a -> b\n');
    const extension = vscode.extensions.getExtension(EXTENSION);
    await until('active', () => extension?.isActive, Boolean);
    assert.equal(document.languageId, 'sgg');
    assert.deepEqual(servers(), []);
    await vscode.commands.executeCommand('sgg.restart');
    assert.deepEqual(servers(), []);
  },

  'a server that the setting names is started at once': async () => {
    const settings = vscode.workspace.getConfiguration('sgg');
    const server = process.env.SGG_TEST_SERVER ?? '';
    await settings.update('server.path', server, vscode.ConfigurationTarget.Global);
    const started = await until('a server', servers, (all) => all.length === 1);
    assert.equal(started.length, 1);
    // One that dies as soon as it has begun, four times, and then is well.
    const ill = join(folder(), 'ill');
    writeFileSync(ill, dying(server, 4));
    chmodSync(ill, 0o755);
    await settings.update('server.path', ill, vscode.ConfigurationTarget.Global);
    await until('none', servers, (all) => all.length === 0);
    const [pid] = await until('a server', servers, (all) => all.length === 1);
    const document = await open('b.sgg', 'game dag\n  a -> b\n');
    await until('hints', () => hints(document), (all) => all.join() === 'a:1,b:0');
    await vscode.commands.executeCommand('sgg.solve');
    assert.deepEqual(servers(), [pid]);
    await settings.update('server.path', `${folder()}/nowhere`, vscode.ConfigurationTarget.Global);
    await until('none', servers, (all) => all.length === 0);
    await settings.update('server.path', undefined, vscode.ConfigurationTarget.Global);
  },
};
