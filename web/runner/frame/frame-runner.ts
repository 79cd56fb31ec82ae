import type { FromFrame, RuntimeFile, ToFrame } from '../messages.ts';
import { FrameExecution } from './frame-execution.ts';
import { loadRuntime, spawnWorker } from './run-worker.ts';
import type { LoadedRuntime, RunWorker } from './run-worker.ts';

/** A worker that waits for a program is ended if none comes within this time (ms), because it holds up to 650 MB. */
const WARM_FOR_MS = 120_000;

/** Executes programs in workers of this frame: each in a fresh one, one at a time. */
export class FrameRunner {
  readonly #send: (message: FromFrame) => void;
  readonly #runtimes = new Map<string, LoadedRuntime>();
  /** A worker that is ready, or becomes ready, before its program arrives. */
  #warm: RunWorker | undefined;
  #cooling: ReturnType<typeof setTimeout> | undefined;
  #execution: FrameExecution | undefined;
  /** Scripts that programs need besides their runtimes, by name. */
  #scripts: Readonly<Record<string, string>> = {};

  constructor(send: (message: FromFrame) => void) {
    this.#send = send;
  }

  receive(message: ToFrame): void {
    if (message.type === 'ping') this.#send({ type: 'pong' });
    else if (message.type === 'load') void this.#load(message.language, message.script, message.files);
    else if (message.type === 'run') this.#run(message);
    else if (message.type === 'more') {
      this.#scripts = { ...this.#scripts, ...message.scripts };
      this.#execution?.more(this.#scripts);
    } else if (message.type === 'answer') this.#execution?.answer(message.text);
    else this.#execution?.stop();
  }

  async #load(language: string, script: string, files: RuntimeFile[]): Promise<void> {
    try {
      this.#runtimes.set(language, await loadRuntime(script, files));
      this.#warmUp(language);
      this.#send({ type: 'loaded', language, problem: null });
    } catch (error) {
      this.#send({ type: 'loaded', language, problem: String(error) });
    }
  }

  #warmUp(language: string): void {
    const runtime = this.#runtimes.get(language);
    if (runtime === undefined) return;
    clearTimeout(this.#cooling);
    this.#cooling = setTimeout(() => this.#drop(), WARM_FOR_MS);
    if (this.#warm?.runtime === runtime) return;
    this.#drop();
    this.#warm = spawnWorker(runtime);
  }

  #drop(): void {
    this.#warm?.terminate();
    this.#warm = undefined;
  }

  #run({ language, job, limitMs, isInteractive = false }: Extract<ToFrame, { type: 'run' }>): void {
    this.#warmUp(language);
    const worker = this.#warm;
    if (worker === undefined || this.#execution !== undefined) return;
    this.#warm = undefined;
    this.#execution = new FrameExecution(worker, { job, limitMs, isInteractive }, (message) => {
      if (message.type === 'end') {
        this.#execution = undefined;
        this.#warmUp(language);
      }
      this.#send(message);
    });
  }
}
