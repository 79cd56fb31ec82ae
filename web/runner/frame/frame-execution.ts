import { OUTPUT_HEAD_MAX } from '@cip/contracts/runs/run-limits';
import type { RunEnd } from '@cip/contracts/runs/runs';
import type { Answer, FromFrame, FromWorker, Job, ProgramEnd, Stream } from '../messages.ts';
import { RunClock } from './run-clock.ts';
import type { RunWorker } from './run-worker.ts';
import { TestResults } from './test-results.ts';

/** After the first output, further output is collected for this long (ms). */
const COLLECT_MS = 40;
/**
 * The longest compilation (ms): C++ with streams takes up to 11 s, and over 30 s if the machine is half as fast and
 * busy.
 */
const COMPILE_WITHIN_MS = 50_000;
/**
 * In the words of the run engine. A second try helps, because the compiler is ready then and WebKit has made it faster.
 */
const SLOW_COMPILER: RunEnd['error'] = {
  name: 'Compilation took too long',
  message: 'The program was not compiled in time. Run it again: the second time is faster.',
  line: null,
  column: null,
};

/** A program and its conditions. */
interface Execution {
  job: Job;
  limitMs: number;
  isInteractive: boolean;
}

/** One program in one worker: collects and bounds its output, and ends it at its limit. */
export class FrameExecution {
  readonly #worker: RunWorker;
  readonly #send: (message: FromFrame) => void;
  readonly #clock: RunClock;
  #compiling: ReturnType<typeof setTimeout> | undefined;
  #flushing: ReturnType<typeof setTimeout> | undefined;
  #output: { stream: Stream; text: string }[] = [];
  #length = 0;
  #rest = { tail: '', omitted: 0 };
  #isEnded = false;
  /** The results of a run of tests. */
  readonly #tests: TestResults | undefined;
  /** The files that the program waits for. */
  #needs: readonly string[] | undefined;

  constructor(worker: RunWorker, execution: Execution, send: (message: FromFrame) => void) {
    this.#worker = worker;
    this.#send = send;
    if (execution.job.tests) this.#tests = new TestResults();
    this.#clock = new RunClock(execution.limitMs, (reason) => this.#end(reason));
    worker.ready.then(
      () => this.#start(execution),
      (error: unknown) => this.#end('not_loaded', { exitCode: null, error: errorOf(error), needsInput: false }),
    );
  }

  stop(): void {
    this.#end('stopped');
  }

  /** Passes on an answer; ignored if the program does not wait for one. */
  answer(text: Answer): void {
    if (this.#isEnded || !this.#clock.resume()) return;
    this.#worker.send({ type: 'answer', text });
  }

  /** Passes on the files that the program waits for, if `scripts` has them. */
  more(scripts: Readonly<Record<string, string>>): void {
    const needs = this.#needs;
    if (needs === undefined || this.#isEnded) return;
    this.#needs = undefined;
    this.#limitCompilation();
    this.#worker.send({ type: 'more', scripts: Object.fromEntries(needs.map((name) => [name, scripts[name] ?? ''])) });
  }

  #start({ job, isInteractive }: Execution): void {
    if (this.#isEnded) return;
    // The program's time begins when it is compiled. It cannot request this itself, because it is data until then.
    if (isCompiled(job.language)) this.#limitCompilation();
    else this.#begin();
    this.#worker.run({ type: 'run', job, isInteractive }, (message) => this.#receive(message));
  }

  #limitCompilation(): void {
    this.#compiling = setTimeout(() => this.#endCompilation(), COMPILE_WITHIN_MS);
  }

  /** Requests files from the page, which limits the time of their download. */
  #need(files: readonly string[]): void {
    if (this.#clock.isStarted) return;
    clearTimeout(this.#compiling);
    this.#needs = files;
    this.#send({ type: 'needs', files: [...files] });
  }

  #endCompilation(): void {
    this.#end('failed', { exitCode: null, error: SLOW_COMPILER, needsInput: false });
  }

  #begin(): void {
    if (this.#clock.isStarted) return;
    clearTimeout(this.#compiling);
    this.#clock.start();
    this.#send({ type: 'started' });
  }

  #receive(message: FromWorker): void {
    if (this.#isEnded) return;
    if (message.type === 'output') this.#add(message.stream, message.text);
    else if (message.type === 'compiled') this.#begin();
    else if (message.type === 'needs') this.#need(message.files);
    else if (message.type === 'asking') this.#ask();
    else if (message.type === 'test') this.#tests?.add(message.test);
    else if (message.type === 'rest') this.#rest = { tail: message.tail, omitted: message.omitted };
    else if (message.type === 'end') {
      const { error, exitCode, isCrash } = message.end;
      const hasFailed = error !== null || (exitCode ?? 0) !== 0;
      this.#end(isCrash === true ? 'crashed' : hasFailed ? 'failed' : 'finished', message.end);
    }
  }

  /** Shows the program's output, and waits for an answer. */
  #ask(): void {
    if (!this.#clock.pause()) return;
    this.#flush();
    this.#send({ type: 'asking' });
  }

  #add(stream: Stream, text: string): void {
    // The worker bounds its output; if code writes past the bound, it is cut off here.
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
    const ms = this.#clock.stop();
    this.#worker.terminate();
    clearTimeout(this.#compiling);
    clearTimeout(this.#flushing);
    this.#flush();
    const { exitCode, error, needsInput } = how;
    const tests = this.#tests?.end(reason);
    this.#send({
      type: 'end',
      end: { reason, exitCode, ms, ...this.#rest, error, needsInput, ...(tests && { tests }) },
    });
  }
}

/** True if the language's driver reports the end of the compilation. */
function isCompiled(language: string): boolean {
  return ['c', 'c++', 'javascript', 'typescript'].includes(language);
}

function errorOf(error: unknown): RunEnd['error'] {
  return { name: 'Error', message: error instanceof Error ? error.message : String(error), line: null, column: null };
}
