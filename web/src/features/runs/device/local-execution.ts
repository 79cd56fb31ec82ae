import type { RunEnd } from '@cip/contracts/runs/runs';
import type { Execution, ExecutionEvents, Program, Sandbox } from '../sandbox/sandbox-types.ts';
import { endWith } from '../sandbox/run-end.ts';

interface LocalExecutionEvents extends ExecutionEvents {
  ended(end: RunEnd): void;
}

/** The execution of a run in this page's sandbox. Another program may replace the previous one. */
export class LocalExecution {
  readonly #openSandbox: () => Promise<Sandbox>;
  readonly #events: LocalExecutionEvents;
  #execution: Execution | null = null;
  /** Counts programs, so that later reports of an earlier one are dropped. */
  #attempt = 0;
  #isStopRequested = false;

  constructor(openSandbox: () => Promise<Sandbox>, events: LocalExecutionEvents) {
    this.#openSandbox = openSandbox;
    this.#events = events;
  }

  /** Resolves when the sandbox is free of it. */
  async whenIdle(): Promise<void> {
    await this.#execution?.ended;
  }

  /** Executes a program in place of the previous one. */
  async start(program: Program): Promise<void> {
    this.#execution?.stop();
    const attempt = ++this.#attempt;
    const isCurrent = () => attempt === this.#attempt;
    const end = await this.#run(program, isCurrent).catch(() => endWith('not_loaded'));
    if (isCurrent()) this.#events.ended(end);
  }

  /** Answers a program that waits; null ends its input. */
  answer(text: string | null): void {
    this.#execution?.answer(text);
  }

  stop(): void {
    this.#isStopRequested = true;
    this.#execution?.stop();
  }

  /** Stops without an end. */
  discard(): void {
    this.#attempt++;
    this.stop();
  }

  async #run(program: Program, isCurrent: () => boolean): Promise<RunEnd> {
    const [sandbox] = await Promise.all([this.#openSandbox(), this.#execution?.ended]);
    if (!isCurrent() || this.#isStopRequested) return endWith('stopped');
    this.#execution = sandbox.execute(program, {
      progress: (progress) => isCurrent() && this.#events.progress(progress),
      output: (stream, text) => isCurrent() && this.#events.output(stream, text),
      asking: () => isCurrent() && this.#events.asking?.(),
    });
    return this.#execution.ended;
  }
}
