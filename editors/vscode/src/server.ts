// The life of the server: found, started, started again, stopped.
import { homedir } from 'node:os';
import * as readline from 'node:readline';
import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  type LanguageClientOptions,
} from 'vscode-languageclient/node';
import { Backoff } from './backoff';
import { findServer, type Found } from './find';
import { middleware, settingsForServer } from './middleware';
import { STATUS, type StatusParams } from './protocol';

/** As the client knows it. */
export type Health =
  | { kind: 'starting' | 'running' | 'stopped' | 'missing' }
  /** It stopped by itself, and will be started again. */
  | { kind: 'waiting'; untilMs: number };

/** So many failures in a row are told, once. */
const FAILURES_TOLD = 3;

/** A client whose failures this extension tells in its own words, with buttons. */
class QuietClient extends LanguageClient {
  /** Its server has stopped, and another client has the next one. */
  retired = false;

  /** What is still asked of it after its server has stopped would start a second one. */
  override start(): Promise<void> {
    return this.retired ? Promise.reject(new Error('The server has stopped.')) : super.start();
  }

  override error(message: string, data?: unknown, showNotification: boolean | 'force' = true): void {
    super.error(message, data, showNotification === 'force' ? false : showNotification);
  }
}

export class Server implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<Health>();
  readonly #status = new vscode.EventEmitter<StatusParams>();
  /** The health has changed. */
  readonly onDidChange = this.#changed.event;
  /** `sgg/status` has come. */
  readonly onStatus = this.#status.event;

  readonly #log: vscode.LogOutputChannel;
  readonly #backoff = new Backoff(Date.now);
  readonly #listeners: vscode.Disposable[] = [];
  #client: QuietClient | undefined;
  #health: Health = { kind: 'stopped' };
  #path: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Starts and stops happen one after the other. */
  #queue: Promise<void> = Promise.resolve();

  constructor(private readonly extensionPath: string) {
    this.#log = vscode.window.createOutputChannel('sgg', { log: true });
    this.#listeners.push(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('sgg.server.path')) {
          void this.restart();
        }
      }),
      vscode.workspace.onDidChangeWorkspaceFolders((event) => {
        if (event.added.some((folder) => folder.uri.scheme !== 'file')) {
          void this.restart();
        }
      }),
    );
  }

  get health(): Health {
    return this.#health;
  }

  /** The client while the server runs. */
  get client(): LanguageClient | undefined {
    return this.#health.kind === 'running' ? this.#client : undefined;
  }

  /** What runs: its version, as it says, and where it is. */
  get version(): { version: string; path: string } | undefined {
    const info = this.client?.initializeResult?.serverInfo;
    return this.#path === undefined || info === undefined
      ? undefined
      : { version: `${info.name} ${info.version ?? ''}`.trim(), path: this.#path };
  }

  start(): Promise<void> {
    return this.#inTurn(() => this.#start());
  }

  restart(): Promise<void> {
    return this.#inTurn(async () => {
      this.#backoff.reset();
      await this.#stop();
      await this.#start();
    });
  }

  showLog(): void {
    this.#log.show();
  }

  async dispose(): Promise<void> {
    vscode.Disposable.from(...this.#listeners).dispose();
    await this.#inTurn(() => this.#stop());
    this.#changed.dispose();
    this.#status.dispose();
    this.#log.dispose();
  }

  #inTurn(step: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(step).catch((error: unknown) => {
      this.#log.error(String(error));
    });
    return this.#queue;
  }

  #setHealth(health: Health): void {
    this.#health = health;
    void vscode.commands.executeCommand('setContext', 'sgg.running', health.kind === 'running');
    this.#changed.fire(health);
  }

  async #start(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#client !== undefined) {
      return;
    }
    const found = await findServer({
      setting: vscode.workspace.getConfiguration('sgg').get('server.path', ''),
      extensionPath: this.extensionPath,
      home: homedir(),
      searchPath: process.env.PATH ?? '',
      windows: process.platform === 'win32',
    });
    if (!found.found) {
      this.#log.error(found.message);
      this.#setHealth({ kind: 'missing' });
      void this.#tellMissing(found);
      return;
    }
    this.#path = found.path;
    this.#log.info(`starting ${found.path} lsp`);
    const client: QuietClient = new QuietClient(
      'sgg',
      'sgg',
      { command: found.path, args: ['lsp'] },
      this.#options(
        () => client,
        () => started,
      ),
    );
    let started = Promise.resolve();
    client.onNotification(STATUS, (params: StatusParams) => {
      this.#status.fire(params);
    });
    this.#client = client;
    this.#setHealth({ kind: 'starting' });
    try {
      started = client.start();
      await started;
      if (this.#client === client) {
        this.#backoff.started();
        this.#setHealth({ kind: 'running' });
      }
    } catch (error) {
      this.#failed(client, String(error));
    }
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    this.#setHealth({ kind: 'stopped' });
    try {
      await client?.dispose();
    } catch (error) {
      this.#log.warn(`while stopping: ${String(error)}`);
    }
  }

  /** The server stopped by itself, or did not start: told once by whoever sees it first. */
  #failed(client: QuietClient, why: string): void {
    client.retired = true;
    if (this.#client !== client) {
      return;
    }
    this.#client = undefined;
    const { failures, delayMs } = this.#backoff.failed();
    this.#log.error(`the server failed (${why}), ${failures} in a row; it is started again in ${delayMs} ms`);
    this.#timer = setTimeout(() => void this.start(), delayMs);
    this.#setHealth({ kind: 'waiting', untilMs: Date.now() + delayMs });
    if (failures === FAILURES_TOLD) {
      void this.#tellFailing();
    }
  }

  async #tellFailing(): Promise<void> {
    const log = 'Show Log';
    const now = 'Restart Now';
    const chosen = await vscode.window.showErrorMessage(
      `The sgg language server stopped ${FAILURES_TOLD} times in a row. It is started again, less and less often.`,
      log,
      now,
    );
    if (chosen === log) {
      this.showLog();
    } else if (chosen === now) {
      await this.restart();
    }
  }

  async #tellMissing(found: Extract<Found, { found: false }>): Promise<void> {
    const choose = 'Choose the Program…';
    const settings = 'Open Settings';
    const again = 'Try Again';
    const chosen = await vscode.window.showErrorMessage(found.message, choose, settings, again);
    if (chosen === choose) {
      const picked = await vscode.window.showOpenDialog({ title: 'The program sgg', openLabel: 'Use This' });
      const file = picked?.[0];
      if (file !== undefined) {
        // A change of the setting restarts the server.
        const settings = vscode.workspace.getConfiguration('sgg');
        await settings.update('server.path', file.fsPath, vscode.ConfigurationTarget.Global);
      }
    } else if (chosen === settings) {
      // In a remote window a setting of the machine is among the remote machine's.
      const where = vscode.env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings';
      await vscode.commands.executeCommand(`workbench.action.${where}`, { query: 'sgg.server.path' });
    } else if (chosen === again) {
      await this.restart();
    }
  }

  #options(client: () => QuietClient, started: () => Promise<void>): LanguageClientOptions {
    // Not every scheme: what a comparison shows of the past would be diagnosed too.
    const folders = vscode.workspace.workspaceFolders ?? [];
    const schemes = new Set(['file', 'untitled', ...folders.map((folder) => folder.uri.scheme)]);
    return {
      documentSelector: [...schemes].map((scheme) => ({ scheme, language: 'sgg' })),
      initializationOptions: { ...settingsForServer(), status: true },
      outputChannel: this.#log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      // Lines for a person, not errors.
      stdioOptions: {
        stdout: () => undefined,
        stderr: (stream) => {
          readline.createInterface({ input: stream }).on('line', (line) => {
            this.#log.info(line);
          });
        },
      },
      middleware: middleware(client),
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: async () => {
          this.#failed(client(), 'it stopped');
          // The client gives up its features now: not while it is about to register them, for they would stay.
          await started().catch(() => undefined);
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
    };
  }
}
