// The commands that are the client's own. Those of the server are registered by the language client.
import * as vscode from 'vscode';
import type { Server } from './server';

export function registerCommands(context: vscode.ExtensionContext, server: Server): void {
  const commands: Record<string, () => unknown> = {
    'sgg.restart': () => server.restart(),
    'sgg.showLog': () => {
      server.showLog();
    },
    'sgg.showVersion': () => showVersion(context, server),
    'sgg.toggleReveal': toggleReveal,
    'sgg.menu': () => showMenu(server),
    'sgg.openTour': () => openTour(context),
    'sgg.openWalkthrough': () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`, false),
  };
  for (const [name, command] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, command));
  }
}

/** Hides values or shows them again; in the folder's settings if these say anything about it, else in the user's. */
async function toggleReveal(): Promise<void> {
  const settings = vscode.workspace.getConfiguration('sgg');
  const revealed = settings.get<boolean>('reveal', true);
  const target =
    settings.inspect('reveal')?.workspaceValue === undefined
      ? vscode.ConfigurationTarget.Global
      : vscode.ConfigurationTarget.Workspace;
  await settings.update('reveal', !revealed, target);
  vscode.window.setStatusBarMessage(revealed ? 'sgg: values are hidden' : 'sgg: values are shown', 3000);
}

async function showVersion(context: vscode.ExtensionContext, server: Server): Promise<void> {
  const extension = `extension ${(context.extension.packageJSON as { version: string }).version}`;
  const running = server.version;
  if (running === undefined) {
    void vscode.window.showInformationMessage(`The sgg server does not run (${extension}).`);
    return;
  }
  const words = `${running.version} (${running.path}), ${extension}`;
  const copy = 'Copy';
  if ((await vscode.window.showInformationMessage(words, copy)) === copy) {
    await vscode.env.clipboard.writeText(words);
  }
}

/** The language in one screen, as a file that belongs to nobody: it can be changed at will. */
async function openTour(context: vscode.ExtensionContext): Promise<void> {
  const tour = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(context.extensionUri, 'dist', 'tour.sgg'));
  const document = await vscode.workspace.openTextDocument({
    language: 'sgg',
    content: new TextDecoder().decode(tour),
  });
  // Beside the walkthrough, if that is what is open, so that it can be read on.
  const beside = vscode.window.activeTextEditor === undefined && vscode.window.tabGroups.activeTabGroup.activeTab !== undefined;
  await vscode.window.showTextDocument(document, beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active);
}

async function showMenu(server: Server): Promise<void> {
  const revealed = vscode.workspace.getConfiguration('sgg').get<boolean>('reveal', true);
  const entry = (label: string, command: string, ...args: unknown[]) => ({ label, command, args });
  const chosen = await vscode.window.showQuickPick(
    [
      ...(server.client === undefined
        ? []
        : [
            entry('$(play) Solve now', 'sgg.solve'),
            ...(revealed ? [entry('$(check-all) Accept what holds in the whole file', 'sgg.acceptAll')] : []),
          ]),
      entry(revealed ? '$(eye-closed) Hide values' : '$(eye) Reveal values', 'sgg.toggleReveal'),
      entry('$(debug-restart) Restart the server', 'sgg.restart'),
      entry('$(output) Show the log', 'sgg.showLog'),
      entry("$(versions) Show the server's version", 'sgg.showVersion'),
      entry('$(settings-gear) Settings', 'workbench.action.openSettings', '@ext:sgg.sgg'),
      entry('$(book) Walkthrough', 'sgg.openWalkthrough'),
    ],
    { title: 'sgg' },
  );
  if (chosen !== undefined) {
    await vscode.commands.executeCommand(chosen.command, ...chosen.args);
  }
}
