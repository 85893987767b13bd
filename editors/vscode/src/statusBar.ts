// The item in the status bar: how the file in the editor stands. It opens the menu.
import * as vscode from 'vscode';
import type { StatusParams } from './protocol';
import type { Server } from './server';
import { words } from './statusText';

export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('sgg.status', vscode.StatusBarAlignment.Right, 100);
  readonly #files = new Map<string, StatusParams>();
  readonly #listeners: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.#item.name = 'sgg';
    this.#item.command = 'sgg.menu';
    this.#listeners = [
      server.onDidChange((health) => {
        if (health.kind !== 'running') {
          this.#files.clear();
        }
        this.#show();
      }),
      server.onStatus((params) => {
        this.#files.set(vscode.Uri.parse(params.uri).toString(), params);
        this.#show();
      }),
      vscode.workspace.onDidCloseTextDocument((document) => this.#files.delete(document.uri.toString())),
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.#show();
      }),
      vscode.workspace.onDidOpenTextDocument(() => {
        // A file may have become one of ours by a change of its language.
        this.#show();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('sgg.reveal')) {
          this.#show();
        }
      }),
    ];
    this.#show();
  }

  dispose(): void {
    vscode.Disposable.from(this.#item, ...this.#listeners).dispose();
  }

  #show(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.uri.scheme === 'output') {
      // Somebody reads a log, ours perhaps: the file is where it was.
      return;
    }
    if (document?.languageId !== 'sgg') {
      this.#item.hide();
      return;
    }
    const { text, tooltip, level } = words({
      health: this.server.health.kind,
      file: this.#files.get(document.uri.toString()),
      revealed: vscode.workspace.getConfiguration('sgg').get<boolean>('reveal', true),
    });
    this.#item.text = text;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: `${tooltip} Opens a menu.`, role: 'button' };
    this.#item.backgroundColor =
      level === 'calm' ? undefined : new vscode.ThemeColor(`statusBarItem.${level}Background`);
    this.#item.show();
  }
}
