// The package without a server, and none on PATH.
import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { EXTENSION, folder, open, servers, until, type Suite } from './support';

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
    await settings.update('server.path', `${folder()}/nowhere`, vscode.ConfigurationTarget.Global);
    await until('none', servers, (all) => all.length === 0);
    await settings.update('server.path', undefined, vscode.ConfigurationTarget.Global);
  },
};
