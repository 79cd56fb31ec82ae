import type { FastifyBaseLogger } from 'fastify';
import type { EngineState } from '@cip/contracts/runs/run-engine';
import type { RunEnd } from '@cip/contracts/runs/runs';
import type { Config } from '../config/config.ts';
import type { RunEngineConfig } from '../config/run-engine-config.ts';
import type { EngineAdapter, EngineProgram, EngineRuntime, WriteOutput } from './adapter.ts';
import { BoundedOutput } from './bounded-output.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { AnswerTooLarge, EngineFailure } from './engine-failure.ts';
import { judge0Adapter } from './judge0.ts';
import { pistonAdapter } from './piston.ts';
import { failureEnd, firstFileEnd, plainEnd, programEnd } from './run-end.ts';

/** Receives the output of a run: at most `PIECES_PER_SECOND` pieces, and `OUTPUT_HEAD_MAX` characters in all. */
export interface EngineEvents {
  output: WriteOutput;
}

/** The operator's server for languages that browsers cannot run. */
export interface RunEngine {
  /** Returns the editor's ids of the languages that the engine has and the operator allows. */
  languages(): string[];
  /** Runs a program until it ends, `signal` aborts or the time is up. Never rejects. */
  run(program: EngineProgram, signal: AbortSignal, events: EngineEvents): Promise<RunEnd>;
  /** Reads the engine's languages if the last list is empty or older than 10 minutes; keeps it while it cannot. */
  refreshLanguages(): Promise<void>;
  /** Asks the engine now, at most once in 5 s, and returns whether it answered and the last list of its languages. */
  check(): Promise<EngineState>;
  /** Ends the runs of this node. */
  close(): void;
}

/** Age at which the list of languages is read again (ms). */
const LANGUAGES_MAX_AGE_MS = 10 * 60_000;
/** Longest time of a run with compilation and waiting in the engine's queue (ms). */
const DEADLINE_MS = 30_000;
/** Longest wait for the answer to a check (ms), because a person looks at the page. */
const CHECK_MS = 5_000;
/** Part of the deadline that is left for the request itself (ms). */
const REQUEST_MS = 1_000;

type EngineLog = Pick<FastifyBaseLogger, 'warn'>;

/** Opens the operator's engine. Returns null if none is configured. Tests pass a shorter deadline. */
export function openRunEngine(
  config: Pick<Config, 'runEngine' | 'runLimitMs'>,
  log: EngineLog,
  deadlineMs = DEADLINE_MS,
): RunEngine | null {
  const { runEngine, runLimitMs } = config;
  return runEngine ? new Engine(runEngine, openAdapter(runEngine, runLimitMs), log, deadlineMs) : null;
}

function openAdapter(config: RunEngineConfig, runLimitMs: number): EngineAdapter {
  if (config.kind === 'judge0') return judge0Adapter(config, runLimitMs);
  const compileLimitMs = DEADLINE_MS - runLimitMs - REQUEST_MS;
  return pistonAdapter(config, {
    compile_timeout: compileLimitMs,
    run_timeout: runLimitMs,
    run_cpu_time: runLimitMs,
  });
}

class Engine implements RunEngine {
  readonly #allowed: readonly string[] | null;
  readonly #adapter: EngineAdapter;
  readonly #log: EngineLog;
  readonly #deadlineMs: number;
  readonly #breaker = new CircuitBreaker();
  readonly #closing = new AbortController();
  #languages: EngineRuntime[] = [];
  #readAt = -Infinity;
  #checkedAt = -Infinity;
  #checking: Promise<EngineState> | null = null;

  constructor({ languages }: RunEngineConfig, adapter: EngineAdapter, log: EngineLog, deadlineMs: number) {
    this.#allowed = languages;
    this.#adapter = adapter;
    this.#log = log;
    this.#deadlineMs = deadlineMs;
  }

  languages(): string[] {
    return this.#languages.map(({ id }) => id);
  }

  async refreshLanguages(): Promise<void> {
    const isFresh = performance.now() - this.#readAt < LANGUAGES_MAX_AGE_MS;
    if (this.#languages.length > 0 && isFresh) return;
    await this.#readLanguages(this.#deadlineMs);
  }

  check(): Promise<EngineState> {
    if (performance.now() - this.#checkedAt >= CHECK_MS || !this.#checking) {
      this.#checkedAt = performance.now();
      const read = this.#readLanguages(Math.min(CHECK_MS, this.#deadlineMs));
      this.#checking = read.then((answers) => ({ answers, languages: this.#languages }));
    }
    return this.#checking;
  }

  async run(program: EngineProgram, signal: AbortSignal, events: EngineEvents): Promise<RunEnd> {
    const startedAt = performance.now();
    const output = new BoundedOutput(events.output);
    const deadline = AbortSignal.timeout(this.#deadlineMs);
    const attempt = { program, write: output.write, signal: AbortSignal.any([signal, deadline, this.#closing.signal]) };
    try {
      if (!this.languages().includes(program.language)) return failureEnd(new EngineFailure('not_offered'), 0, output);
      if (this.#breaker.isOpen) return failureEnd(new EngineFailure('unreachable'), 0, output);
      const outcome = await this.#adapter.execute(attempt);
      this.#breaker.succeed();
      const end = programEnd(outcome, output);
      return this.#adapter.takesOneFile && program.files ? firstFileEnd(end) : end;
    } catch (error) {
      const ms = Math.round(performance.now() - startedAt);
      if (this.#closing.signal.aborted) return plainEnd('lost', ms, output);
      if (signal.aborted) return plainEnd('stopped', ms, output);
      const failure = deadline.aborted ? new EngineFailure('no_answer') : error;
      this.#record(failure);
      return failureEnd(failure, ms, output);
    }
  }

  close(): void {
    this.#closing.abort();
  }

  /** Reads the engine's languages; returns false if it did not answer, and keeps the list then. */
  async #readLanguages(withinMs: number): Promise<boolean> {
    try {
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(withinMs)]);
      const languages = await this.#adapter.readLanguages(signal);
      this.#languages = languages.filter(({ id }) => this.#allowed?.includes(id) ?? true);
      this.#readAt = performance.now();
      return true;
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#warn(error);
      return false;
    }
  }

  #record(failure: unknown): void {
    if (failure instanceof AnswerTooLarge) return this.#breaker.succeed();
    if (failure instanceof EngineFailure && !failure.isNetwork) this.#breaker.succeed();
    else this.#breaker.fail();
    this.#warn(failure);
  }

  #warn(error: unknown): void {
    // Only the kind, because other errors may quote the address or the program.
    const { kind, status } = error instanceof EngineFailure ? error : { kind: nameOf(error), status: null };
    this.#log.warn({ kind, status }, 'the run engine failed');
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
