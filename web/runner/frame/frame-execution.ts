import { OUTPUT_HEAD_MAX } from '@cip/contracts/runs';
import type { RunEnd } from '@cip/contracts/runs';
import type { FromFrame, FromWorker, Job, ProgramEnd, Stream } from '../messages.ts';
import type { RunWorker } from './run-worker.ts';

/** Output after the first is collected for this long (ms). */
const COLLECT_MS = 40;
/** The longest compilation (ms). */
const COMPILE_WITHIN_MS = 30_000;

/** One program in one worker: collects and bounds its output, and ends it at its limit. */
export class FrameExecution {
  readonly #worker: RunWorker;
  readonly #send: (message: FromFrame) => void;
  readonly #limitMs: number;
  #startedAt: number | undefined;
  #limit: ReturnType<typeof setTimeout> | undefined;
  #flushing: ReturnType<typeof setTimeout> | undefined;
  #output: { stream: Stream; text: string }[] = [];
  #length = 0;
  #rest = { tail: '', omitted: 0 };
  #isEnded = false;

  constructor(worker: RunWorker, job: Job, limitMs: number, send: (message: FromFrame) => void) {
    this.#worker = worker;
    this.#send = send;
    this.#limitMs = limitMs;
    worker.ready.then(
      () => this.#start(job),
      (error: unknown) => this.#end('not_loaded', { exitCode: null, error: errorOf(error), needsInput: false }),
    );
  }

  stop(): void {
    this.#end('stopped');
  }

  #start(job: Job): void {
    if (this.#isEnded) return;
    // The program's time begins when it is compiled. A program is data until then, so it cannot ask for this itself.
    if (isCompiled(job.language)) this.#limit = setTimeout(() => this.#end('time_limit'), COMPILE_WITHIN_MS);
    else this.#begin();
    this.#worker.run({ type: 'run', job }, (message) => this.#receive(message));
  }

  #begin(): void {
    if (this.#startedAt !== undefined) return;
    clearTimeout(this.#limit);
    this.#startedAt = performance.now();
    this.#limit = setTimeout(() => this.#end('time_limit'), this.#limitMs);
    this.#send({ type: 'started' });
  }

  #receive(message: FromWorker): void {
    if (this.#isEnded) return;
    if (message.type === 'output') this.#add(message.stream, message.text);
    else if (message.type === 'compiled') this.#begin();
    else if (message.type === 'rest') this.#rest = { tail: message.tail, omitted: message.omitted };
    else if (message.type === 'end') {
      const { error, exitCode, isCrash } = message.end;
      const hasFailed = error !== null || (exitCode ?? 0) !== 0;
      this.#end(isCrash === true ? 'crashed' : hasFailed ? 'failed' : 'finished', message.end);
    }
  }

  #add(stream: Stream, text: string): void {
    // The worker bounds its output; code that writes past it is cut off here.
    if (this.#length >= OUTPUT_HEAD_MAX) return;
    this.#length += text.length;
    const last = this.#output.at(-1);
    if (last?.stream === stream && stream !== 'table') last.text += text;
    else this.#output.push({ stream, text });
    if (this.#flushing !== undefined) return;
    this.#flush();
    this.#flushing = setTimeout(() => {
      this.#flushing = undefined;
      this.#flush();
    }, COLLECT_MS);
  }

  #flush(): void {
    for (const { stream, text } of this.#output) this.#send({ type: 'output', stream, text });
    this.#output = [];
  }

  #end(reason: RunEnd['reason'], how: ProgramEnd = { exitCode: null, error: null, needsInput: false }): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const ms = this.#startedAt === undefined ? 0 : performance.now() - this.#startedAt;
    this.#worker.terminate();
    clearTimeout(this.#limit);
    clearTimeout(this.#flushing);
    this.#flush();
    const { exitCode, error, needsInput } = how;
    this.#send({ type: 'end', end: { reason, exitCode, ms, ...this.#rest, error, needsInput } });
  }
}

/** True for languages whose driver reports the end of the compilation. */
function isCompiled(language: string): boolean {
  return language === 'c' || language === 'c++';
}

function errorOf(error: unknown): RunEnd['error'] {
  return { name: 'Error', message: error instanceof Error ? error.message : String(error), line: null, column: null };
}
