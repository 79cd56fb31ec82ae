import { WebSocket, type RawData } from 'ws';
import type { RunEngineConfig } from '../config/run-engine-config.ts';
import type { Attempt, Outcome } from './adapter.ts';
import { AnswerTooLarge, EngineFailure } from './engine-failure.ts';
import { ANSWER_MAX_BYTES, authorization } from './engine-http.ts';
import { exitCodeOf, fieldsOf, textOf, textOrNull } from './json-shape.ts';
import { pistonJob } from './piston-job.ts';
import { lowerLimit, runLimit, type PistonRuntime } from './piston-runtime.ts';
import { stageOutcome } from './piston-stage.ts';

/** The instance, or the proxy before it, offers no connections. */
export class ConnectRefused extends Error {}

/** Limits were lowered before anything ran, so the job may be sent again. */
class LimitsLowered extends Error {}

/** How long the engine may go on after the limit before the connection is closed (ms). */
const GRACE_MS = 1_000;
const KILL = JSON.stringify({ type: 'signal', signal: 'SIGKILL' });

/** Runs a program over a WebSocket with its output as it comes, and without input. Also throws ConnectRefused. */
export async function connectToPiston(
  config: RunEngineConfig,
  runtime: PistonRuntime,
  attempt: Attempt,
): Promise<Outcome> {
  try {
    return await new PistonConnection(config, runtime, attempt).outcome;
  } catch (error) {
    if (!(error instanceof LimitsLowered)) throw error;
    // Each refusal lowers a limit or throws, so this ends.
    return connectToPiston(config, runtime, attempt);
  }
}

class PistonConnection {
  readonly outcome: Promise<Outcome>;
  readonly #settled = Promise.withResolvers<Outcome>();
  readonly #runtime: PistonRuntime;
  readonly #attempt: Attempt;
  readonly #socket: WebSocket;
  #stage: Outcome['stage'] = 'run';
  #stageStartedAt: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #bytes = 0;
  #hasOpened = false;

  constructor(config: RunEngineConfig, runtime: PistonRuntime, attempt: Attempt) {
    this.#runtime = runtime;
    this.#attempt = attempt;
    const url = `${config.url.replace(/^http/, 'ws')}/api/v2/connect`;
    const headers = authorization(config);
    const socket = new WebSocket(url, { headers, maxPayload: ANSWER_MAX_BYTES, perMessageDeflate: false });
    this.#socket = socket;
    const stop = () => this.#fail(new EngineFailure('no_answer'));
    attempt.signal.addEventListener('abort', stop, { once: true });
    this.outcome = this.#settled.promise.finally(() => {
      attempt.signal.removeEventListener('abort', stop);
      this.#leave();
    });
    socket.on('open', () => this.#start());
    // Redirects come here too; the answer to the request for the program's result would be the same.
    socket.on('unexpected-response', () => this.#fail(new ConnectRefused()));
    socket.on('message', (data) => this.#receive(data));
    socket.on('error', (error) => this.#fail(this.#failureOf(error)));
    socket.on('close', () => this.#fail(new EngineFailure('interrupted')));
    if (attempt.signal.aborted) stop();
  }

  #start(): void {
    this.#hasOpened = true;
    const { program } = this.#attempt;
    this.#socket.send(JSON.stringify({ type: 'init', ...pistonJob(this.#runtime, program) }));
  }

  /** Only the kind of the library's errors is used, because they name the address. */
  #failureOf(error: Error): Error {
    if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return new AnswerTooLarge();
    return new EngineFailure(this.#hasOpened ? 'interrupted' : 'unreachable');
  }

  #fail(error: Error): void {
    this.#settled.reject(error);
  }

  /** Requests the program's end, which released versions ignore, and closes the connection. */
  #leave(): void {
    clearTimeout(this.#timer);
    const isOpen = this.#socket.readyState === WebSocket.OPEN;
    if (isOpen) this.#socket.send(KILL);
    this.#socket.terminate();
  }

  #receive(data: RawData): void {
    const text = Buffer.isBuffer(data) ? data.toString('utf8') : '';
    this.#bytes += text.length;
    if (this.#bytes > ANSWER_MAX_BYTES) return this.#fail(new AnswerTooLarge());
    try {
      this.#apply(fieldsOf(JSON.parse(text)));
    } catch (error) {
      this.#fail(error instanceof SyntaxError ? new EngineFailure('unreadable') : toError(error));
    }
  }

  #apply(message: Record<string, unknown>): void {
    switch (message['type']) {
      case 'stage':
        return this.#startStage(message['stage'] === 'compile' ? 'compile' : 'run');
      case 'data':
        return this.#write(message['stream'], textOf(message['data']));
      case 'exit':
        return this.#endStage(message);
      case 'error':
        return this.#refuse(message['message']);
    }
  }

  #startStage(stage: Outcome['stage']): void {
    this.#stage = stage;
    this.#stageStartedAt = performance.now();
    if (stage === 'compile') return;
    const limitMs = runLimit(this.#runtime, this.#attempt.program);
    const end = { reason: 'time_limit', stage, exitCode: null, ms: limitMs, error: null } as const;
    this.#timer = setTimeout(() => this.#settled.resolve(end), limitMs + GRACE_MS);
  }

  #write(stream: unknown, text: string): void {
    this.#attempt.write(stream === 'stdout' && this.#stage === 'run' ? 'out' : 'err', text);
  }

  #endStage(message: Record<string, unknown>): void {
    const { program } = this.#attempt;
    const stage = this.#stage;
    const outcome = stageOutcome(
      {
        stage,
        code: exitCodeOf(message['code']),
        signal: textOrNull(message['signal']),
        status: null,
        ms: performance.now() - (this.#stageStartedAt ?? performance.now()),
      },
      stage === 'compile' ? this.#runtime.limits.compile_timeout : runLimit(this.#runtime, program),
    );
    if (stage === 'run' || outcome.reason !== 'finished') this.#settled.resolve(outcome);
  }

  #refuse(message: unknown): void {
    if (this.#stageStartedAt !== null) throw new EngineFailure('interrupted');
    lowerLimit(this.#runtime.limits, message);
    throw new LimitsLowered();
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
