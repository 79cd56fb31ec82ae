import type { RunEnd } from '@cip/contracts/runs';
import type { FromFrame, ToFrame } from '../../../../runner/messages.ts';
import { PacedOutput } from './paced-output.ts';
import { boundedEnd, endWith } from './run-end.ts';
import { assetsKey, runtimeOf } from './runtimes.ts';
import type { Execution, ExecutionEvents, Program, Progress } from './sandbox-types.ts';

/** Longest execution without loading (ms). */
const RUN_WITHIN_MS = 10_000;
/** Longest time until the code starts (ms). */
const LOAD_WITHIN_MS = 60_000;
/** How long the frame may take to end what it was asked to end, before it is replaced (ms). */
const END_WITHIN_MS = 2_000;

/** What an execution needs of its sandbox. */
export interface ExecutionTools {
  load(progress: (loadedBytes: number) => void, signal: AbortSignal): Promise<void>;
  send(message: ToFrame): void;
  /** Replaces a frame that does not do what it is asked. */
  replaceFrame(): void;
}

export interface RunningExecution extends Execution {
  receive(message: FromFrame): void;
  /** Ends the execution because its frame is gone. */
  crash(): void;
}

/** Starts an execution. */
export function startExecution(program: Program, events: ExecutionEvents, tools: ExecutionTools): RunningExecution {
  const { promise: ended, resolve } = Promise.withResolvers<RunEnd>();
  const aborted = new AbortController();
  const output = new PacedOutput((stream, text) => events.output(stream, text));
  const limitMs = program.limitMs ?? RUN_WITHIN_MS;
  const totalBytes = runtimeOf(program.language)?.bytes ?? 0;
  let phase: Progress['phase'] = 'loading';
  let isSent = false;
  let isEnded = false;
  let startedAt = 0;

  const report = (next: Progress['phase'], loadedBytes = totalBytes) => {
    phase = next;
    if (!isEnded) events.progress({ phase, loadedBytes, totalBytes });
  };
  const end = (how: RunEnd) => {
    if (isEnded) return;
    isEnded = true;
    clearTimeout(watchdog);
    aborted.abort();
    void output.finish().then(() => resolve(boundedEnd(how, output.omitted)));
  };
  /** Ends the execution for a reason that is not its own, with the time that it ran. */
  const endEarly = (reason: RunEnd['reason'], message: string | null = null) =>
    end({ ...endWith(reason, message), ms: phase === 'running' ? performance.now() - startedAt : 0 });
  const failToLoad = (error: unknown) => endEarly('not_loaded', error instanceof Error ? error.message : null);
  let watchdog = setTimeout(() => {
    failToLoad(new Error('Loading took too long.'));
    // What takes too long to start goes on in the frame.
    if (isSent) tools.replaceFrame();
  }, LOAD_WITHIN_MS);

  const run = async () => {
    report('loading', 0);
    await tools.load((loadedBytes) => phase === 'loading' && report('loading', loadedBytes), aborted.signal);
    if (isEnded) return;
    report('compiling');
    isSent = true;
    const { language, code, stdin, dataSet } = program;
    tools.send({ type: 'run', language: assetsKey(language), job: { language, code, stdin, dataSet }, limitMs });
  };
  run().catch(failToLoad);

  return {
    ended,
    stop() {
      if (isEnded) return;
      if (!isSent) {
        endEarly('stopped');
        return;
      }
      tools.send({ type: 'stop' });
      clearTimeout(watchdog);
      watchdog = setTimeout(() => {
        endEarly('stopped');
        tools.replaceFrame();
      }, END_WITHIN_MS);
    },
    receive(message) {
      if (message.type === 'started') {
        startedAt = performance.now();
        clearTimeout(watchdog);
        // The frame enforces the limit; this one holds when it cannot.
        watchdog = setTimeout(() => {
          endEarly('time_limit');
          tools.replaceFrame();
        }, limitMs + END_WITHIN_MS);
        report('running');
      }
      if (message.type === 'output' && !isEnded) output.add(message.stream, message.text);
      if (message.type === 'end') end(message.end);
    },
    crash: () => endEarly(isSent ? 'crashed' : 'not_loaded'),
  };
}
