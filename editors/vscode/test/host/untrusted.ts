// A folder that is not trusted, whose settings name a program of its own as the server; the user's name another.
import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { EXTENSION, folder, hints, open, servers, until, type Suite } from './support';

export const untrusted: Suite = {
  'the folder does not choose the program that is started': async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const document = await open('a.sgg', 'game dag\n  a -> b\n');
    const extension = vscode.extensions.getExtension(EXTENSION);
    await until('active', () => extension?.isActive, Boolean);
    assert.notEqual(vscode.workspace.getConfiguration('sgg').get('server.path'), join(folder(), 'program'));
    await until('hints', () => hints(document), (all) => all.join(' ') === 'a:1 b:0');
    assert.equal(servers().length, 1);
    assert.equal(existsSync(join(folder(), 'started')), false);
  },
};
