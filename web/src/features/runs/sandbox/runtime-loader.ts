import type { ToFrame } from '../../../../runner/messages.ts';
import { fetchRuntime } from './fetch-runtime.ts';
import { downloadOf, isMore } from './runtimes.ts';

type Send = (message: ToFrame, transfer: Transferable[]) => void;

/** Brings runtimes into the frame, each once. */
export class RuntimeLoader {
  readonly #send: Send;
  readonly #ready = new Map<string, Promise<void>>();
  /** The abort signals of pending downloads, by runtime. */
  readonly #downloads = new Map<string, AbortSignal>();
  /** The files besides runtimes that the frame has. */
  readonly #more = new Set<string>();
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Resolves when the frame has a runtime. `progress` receives downloaded bytes. Rejects if a file is not available, if
   * the runtime does not compile, or if it is aborted.
   */
  async load(key: string, progress: (loadedBytes: number) => void, signal: AbortSignal): Promise<void> {
    const known = this.#ready.get(key);
    // An aborted download rejects only a moment later.
    if (known !== undefined && this.#downloads.get(key)?.aborted !== true) return known;
    const loading = this.#load(key, progress, signal);
    this.#ready.set(key, loading);
    loading.catch(() => this.#ready.get(key) === loading && this.#ready.delete(key));
    return loading;
  }

  /**
   * Brings the files that a program needs besides its runtime into the frame, each once. `progress` receives downloaded
   * bytes. Rejects if a file is not available, or if it is aborted.
   */
  async more(names: readonly string[], progress: (loadedBytes: number) => void, signal: AbortSignal): Promise<void> {
    const scripts: Record<string, string> = {};
    let before = 0;
    for (const name of names.filter((each) => isMore(each) && !this.#more.has(each))) {
      const done = before;
      const { script } = await fetchRuntime(name, signal, (bytes) => progress(done + bytes));
      signal.throwIfAborted();
      scripts[name] = script;
      before += downloadOf(name);
    }
    for (const name of Object.keys(scripts)) this.#more.add(name);
    this.#send({ type: 'more', scripts }, []);
  }

  /** Receives the frame's answer. */
  loaded(key: string, problem: string | null): void {
    const waiting = this.#waiting.get(key);
    if (problem === null) waiting?.resolve();
    else waiting?.reject(new Error(problem));
  }

  /** Forgets the runtimes of the frame, because it is gone. */
  forget(): void {
    this.#ready.clear();
    this.#more.clear();
    for (const { reject } of this.#waiting.values()) reject(new Error('The sandbox has crashed.'));
    this.#waiting.clear();
  }

  async #load(key: string, progress: (loadedBytes: number) => void, signal: AbortSignal): Promise<void> {
    this.#downloads.set(key, signal);
    const { script, files } = await fetchRuntime(key, signal, progress);
    // Another load may have taken its place.
    signal.throwIfAborted();
    this.#downloads.delete(key);
    const waiting = Promise.withResolvers<void>();
    this.#waiting.set(key, waiting);
    const transfer = files.map(({ data }) => data);
    this.#send({ type: 'load', language: key, script, files }, transfer);
    await waiting.promise;
  }
}
