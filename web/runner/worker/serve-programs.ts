import { OUTPUT_HEAD_MAX, OUTPUT_TAIL_MAX } from '@cip/contracts/runs/run-limits';
import type { RunEnd } from '@cip/contracts/runs/runs';
import type { Answer, FromWorker, Job, TestReport, ToWorker, WorkerStart } from '../messages.ts';
import { BoundedOutput } from './bounded-output.ts';
import { closeOtherWays } from './other-ways.ts';
import { Input } from './input.ts';

/** The interface that a language's driver uses. */
export interface Host {
  /** Whether the program's own tests stay out, because its output is compared with an expected one. */
  isJudged: boolean;
  output: BoundedOutput;
  input: Input;
  /** Waits for typed lines, and adds them to the input. Resolves with true if there is more to read. */
  ask: (() => Promise<boolean>) | undefined;
  /** Fetches files besides the runtime, before the program is compiled. Resolves to their scripts, in this order. */
  more(files: readonly string[]): Promise<string[]>;
  /** Reports that the program is compiled, so that its time begins. */
  compiled(): void;
  /** Reports a test that begins or has ended. */
  test(report: TestReport): void;
  /** Ends the run. Does nothing if it has ended. */
  end(how: { exitCode?: number; error?: RunEnd['error']; isCrash?: boolean; needsInput?: boolean }): void;
}

/** Starts programs of one language, once it is prepared. */
export type StartProgram = (job: Job, host: Host) => void | Promise<void>;

/** Prepares a language's runtime from its files. `keepSnapshot` gives later workers the memory to start from. */
export type Prepare = (files: WorkerStart, keepSnapshot: (blob: Blob) => void) => StartProgram | Promise<StartProgram>;

// Captured before any program can replace them.
const { postMessage } = MessagePort.prototype;
const { apply } = Reflect;

/** Runs the worker of one language: prepares it, and then starts the one program that arrives. */
export function servePrograms(prepare: Prepare): void {
  const begin = (event: MessageEvent<WorkerStart>) => {
    const [port] = event.ports;
    if (port === undefined) return;
    self.removeEventListener('message', begin);
    const send = (message: FromWorker) => apply(postMessage, port, [message]) as undefined;
    const ready = (async () => prepare(event.data, (blob) => send({ type: 'snapshot', blob })))();
    ready.then(
      (start) => {
        const program = new ServedProgram(start, send);
        port.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => program.receive(data));
        port.start();
        closeOtherWays(self);
        send({ type: 'ready' });
      },
      (error: unknown) => send({ type: 'unready', problem: error instanceof Error ? error.message : String(error) }),
    );
  };
  self.addEventListener('message', begin);
}

/** The one program of a worker. */
class ServedProgram {
  readonly #start: StartProgram;
  readonly #send: (message: FromWorker) => void;
  #isStarted = false;
  #answered: ((text: Answer) => void) | undefined;
  #arrived: ((scripts: Readonly<Record<string, string>>) => void) | undefined;

  constructor(start: StartProgram, send: (message: FromWorker) => void) {
    this.#start = start;
    this.#send = send;
  }

  receive(message: ToWorker): void {
    if (message.type === 'answer') {
      this.#answered?.(message.text);
      this.#answered = undefined;
    } else if (message.type === 'more') this.#arrived?.(message.scripts);
    else if (!this.#isStarted) {
      this.#isStarted = true;
      this.#run(message.job, message.isInteractive);
    }
  }

  #run(job: Job, isInteractive: boolean): void {
    const { isJudged = false } = job;
    const bounds = { head: OUTPUT_HEAD_MAX, tail: OUTPUT_TAIL_MAX };
    const output = new BoundedOutput(this.#send, bounds, isJudged);
    const input = new Input(job.stdin);
    const end = this.#endOf(output, input);
    const ask = isInteractive ? () => this.#ask(input) : undefined;
    const compiled = () => this.#send({ type: 'compiled' });
    const test = (report: TestReport) => this.#send({ type: 'test', test: report });
    const more = (files: readonly string[]) => this.#more(files);
    const starting = (async () => this.#start(job, { isJudged, output, input, ask, end, compiled, test, more }))();
    starting.catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      output.write('err', `${message}\n`);
      end({ exitCode: 1, error: { name: 'Error', message, line: null, column: null } });
    });
  }

  #endOf(output: BoundedOutput, input: Input): Host['end'] {
    let isEnded = false;
    return ({ exitCode = 0, error = null, isCrash = false, needsInput }) => {
      if (isEnded) return;
      isEnded = true;
      output.finish();
      // Most programs read to the end of their input; they need more only if they fail there.
      const needsMore = needsInput ?? (input.isExceeded && (input.isEmpty || error !== null));
      this.#send({ type: 'end', end: { exitCode, error, needsInput: needsMore, isCrash } });
    };
  }

  async #more(files: readonly string[]): Promise<string[]> {
    const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, string>>>();
    this.#arrived = resolve;
    this.#send({ type: 'needs', files: [...files] });
    const scripts = await promise;
    return files.map((file) => scripts[file] ?? '');
  }

  async #ask(input: Input): Promise<boolean> {
    if (input.isClosed) return false;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#answered = resolve;
    this.#send({ type: 'asking' });
    input.add(await promise);
    return !input.isClosed;
  }
}
