// What is done to messages on their way: settings of our own stay here, commands learn where they are meant.
import * as vscode from 'vscode';
import { ExecuteCommandRequest, type LanguageClient, type Middleware } from 'vscode-languageclient/node';
import { TARGETED_COMMANDS, type CommandTarget } from './protocol';
import { forServer } from './settings';

export function middleware(client: () => LanguageClient): Middleware {
  return {
    workspace: {
      configuration: async (params, token, next) => {
        const answers = await next(params, token);
        return Array.isArray(answers) ? answers.map(forServer) : answers;
      },
      didChangeConfiguration: () =>
        client().sendNotification('workspace/didChangeConfiguration', { settings: { sgg: settingsForServer() } }),
    },
    executeCommand: (command, args: unknown[]) => execute(client(), command, args),
  };
}

/** The settings as they are now. */
export function settingsForServer(): object {
  return forServer(vscode.workspace.getConfiguration().get('sgg')) as object;
}

/** What the server refuses it says in words for a person, so they are shown as they are. */
async function execute(client: LanguageClient, command: string, args: unknown[]): Promise<void> {
  const target = TARGETED_COMMANDS.has(command) && !isTarget(args[0]) ? targetOfEditor() : undefined;
  try {
    const params = { command, arguments: target === undefined ? args : [target] };
    await client.sendRequest(ExecuteCommandRequest.type, params);
  } catch (error) {
    void vscode.window.showWarningMessage(error instanceof Error ? error.message : String(error));
  }
}

function isTarget(argument: unknown): argument is CommandTarget {
  return typeof argument === 'object' && argument !== null && 'textDocument' in argument;
}

/** From the palette a command is meant where the cursor stands. */
function targetOfEditor(): CommandTarget | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== 'sgg') {
    return undefined;
  }
  const { line, character } = editor.selection.active;
  return { textDocument: { uri: editor.document.uri.toString() }, position: { line, character } };
}
