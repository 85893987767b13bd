import * as vscode from 'vscode';
import { registerCommands } from './commands';
import { Server } from './server';
import { StatusBar } from './statusBar';
import { TestExplorer } from './tests';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  server = new Server(context.extensionPath);
  registerCommands(context, server);
  context.subscriptions.push(new StatusBar(server), new TestExplorer(server));
  void server.start();
}

/** The server is asked to end, and awaited. */
export async function deactivate(): Promise<void> {
  await server?.dispose();
  server = undefined;
}
