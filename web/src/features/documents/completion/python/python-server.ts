import type { CancellationToken } from 'monaco-editor';
import type { RoomProgram } from '../room-program.ts';
import { CAPABILITIES } from './protocol.ts';
import type { Message, Place } from './protocol.ts';
import { WORKER_URL } from './worker-url.ts';

/** The folder of the program in the worker's own file system. */
const FOLDER = '/room/';
const uriOf = (name: string) => `file://${FOLDER}${name}`;
const documentOf = (name: string) => ({ uri: uriOf(name) });

const SETTINGS = {
  typeshedPaths: ['/typeshed'],
  // Problems are not asked for, and names of other modules would write imports.
  typeCheckingMode: 'off',
  autoImportCompletions: false,
  autoSearchPaths: false,
  useLibraryCodeForTypes: false,
  diagnosticMode: 'openFilesOnly',
};

/** Longest answer (ms): people can write code that keeps an analysis busy for ever. */
const ANSWER_WITHIN_MS = 20_000;
/** Longest first answer (ms), which reads Python's built-in names too. */
const FIRST_WITHIN_MS = 60_000;

/**
 * Basedpyright in a worker of its own, which knows all Python files of a program. It gets their texts before each
 * question, because questions are rarer than changes. Once it fails or does not answer in time, it is over for good,
 * and every question is answered with null.
 */
export class PythonServer {
  /** Resolves once it can answer soon, or is over. */
  readonly started: Promise<void>;
  readonly #program: () => RoomProgram;
  readonly #worker = new Worker(WORKER_URL, { name: 'python-types' });
  readonly #answers = new Map<number, (result: unknown) => void>();
  /** The texts that the worker has, by the names of their files. */
  readonly #known = new Map<string, string>();
  readonly #listed = Promise.withResolvers<void>();
  #count = 0;
  #state: 'starting' | 'started' | 'over' = 'starting';

  constructor(program: () => RoomProgram) {
    this.#program = program;
    this.#worker.onmessage = ({ data }: MessageEvent<Message>) => this.#receive(data);
    this.#worker.onerror = (event) => {
      // Words are completed without it, so there is nothing to report.
      event.preventDefault();
      this.end();
    };
    this.started = this.#start();
  }

  get isStarted(): boolean {
    return this.#state === 'started';
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  /** Asks about a place of the shown file. Resolves to null if there is no answer, or none is wanted any more. */
  async ask<T>(method: string, position: Place, token?: CancellationToken): Promise<T | null> {
    await this.#listed.promise;
    const shown = this.#sendTexts();
    if (shown === undefined) return null;
    return this.request<T>(method, { textDocument: documentOf(shown), position }, token);
  }

  /** Asks anything, as `ask`. */
  async request<T>(method: string, params: object, token?: CancellationToken): Promise<T | null> {
    const isUnwanted = () => token?.isCancellationRequested === true;
    if (this.isOver || isUnwanted()) return null;
    const id = ++this.#count;
    const overdue = setTimeout(() => this.end(), this.isStarted ? ANSWER_WITHIN_MS : FIRST_WITHIN_MS);
    const cancelling = token?.onCancellationRequested(() => this.#notify('$/cancelRequest', { id }));
    const result = await this.#send(id, method, params);
    clearTimeout(overdue);
    cancelling?.dispose();
    return isUnwanted() ? null : ((result ?? null) as T | null);
  }

  end(): void {
    this.#state = 'over';
    this.#worker.terminate();
    this.#listed.resolve();
    for (const answer of this.#answers.values()) answer(null);
  }

  async #start(): Promise<void> {
    const { texts } = this.#program();
    const files = Object.fromEntries([...texts.keys()].map((name) => [FOLDER + name, '']));
    this.#worker.postMessage({ type: 'browser/boot', mode: 'foreground' });
    // Without a limit, because its download takes what it takes.
    await this.#send(++this.#count, 'initialize', {
      processId: null,
      workspaceFolders: [{ uri: uriOf(''), name: 'room' }],
      initializationOptions: { files },
      capabilities: CAPABILITIES,
    });
    if (this.isOver) return;
    this.#notify('initialized', {});
    for (const [name, text] of texts) this.#open(name, text);
    // The first question takes seconds, and the list of files would undo its work.
    await this.ask('textDocument/completion', { line: 0, character: 0 });
    if (this.#state === 'starting') this.#state = 'started';
  }

  #send(id: number, method: string, params: object): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#answers.set(id, resolve);
    this.#post({ id, method, params });
    return promise;
  }

  #notify(method: string, params: object): void {
    this.#post({ method, params });
  }

  #post(message: object): void {
    this.#worker.postMessage({ jsonrpc: '2.0', ...message });
  }

  #receive({ type, port, id, method, params, result }: Message): void {
    // A second worker would look for problems, with 100 MB more.
    if (type === 'browser/newWorker') return port?.close();
    if (method === 'window/logMessage' && /source file/.test(params?.message ?? '')) this.#listed.resolve();
    if (id === undefined) return;
    if (method === undefined) {
      this.#answers.get(id)?.(result);
      this.#answers.delete(id);
    } else this.#post({ id, result: params?.items ? params.items.map(settingsOf) : null });
  }

  /** Sends what changed in the program's files. Returns the name of the shown one, if the program has it. */
  #sendTexts(): string | undefined {
    const { shown, texts } = this.#program();
    for (const name of this.#known.keys()) if (!texts.has(name)) this.#close(name);
    for (const [name, text] of texts) {
      const known = this.#known.get(name);
      if (known === undefined) {
        this.#notify('pyright/createFile', { kind: 'create', ...documentOf(name) });
        this.#open(name, text);
      } else if (known !== text) this.#change(name, text);
    }
    return shown !== undefined && texts.has(shown) ? shown : undefined;
  }

  #open(name: string, text: string): void {
    this.#known.set(name, text);
    const version = ++this.#count;
    this.#notify('textDocument/didOpen', {
      textDocument: { ...documentOf(name), languageId: 'python', version, text },
    });
  }

  #change(name: string, text: string): void {
    this.#known.set(name, text);
    const version = ++this.#count;
    this.#notify('textDocument/didChange', {
      textDocument: { ...documentOf(name), version },
      contentChanges: [{ text }],
    });
  }

  #close(name: string): void {
    this.#known.delete(name);
    this.#notify('textDocument/didClose', { textDocument: documentOf(name) });
    this.#notify('pyright/deleteFile', { kind: 'delete', ...documentOf(name) });
  }
}

const settingsOf = ({ section = '' }) => (section.endsWith('analysis') ? SETTINGS : { analysis: SETTINGS });
