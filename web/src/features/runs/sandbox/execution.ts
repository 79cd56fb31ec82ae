import { INPUT_WAIT_MS } from '@cip/contracts/runs/runs';
import type { RunEnd } from '@cip/contracts/runs/runs';
import type { FromFrame, ToFrame } from '../../../../runner/messages.ts';
import { PacedOutput } from './paced-output.ts';
import { boundedEnd, endWith } from './run-end.ts';
import { assetsKey, runtimeOf } from './runtimes.ts';
import type { Execution, ExecutionEvents, Program, Progress } from './sandbox-types.ts';

/** Longest execution without loading (ms). */
const RUN_WITHIN_MS = 10_000;
/** Longest time without a byte of the download, and from its end until the code starts (ms). */
const LOAD_WITHIN_MS = 60_000;
/** How long the frame may take to end what it was asked to end, before it is replaced (ms). */
const END_WITHIN_MS = 2_000;

/** What the output shows for the end of the input. */
const END_OF_INPUT = '(end of input)';

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
  let isAsking = false;
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
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  /** Acts after `ms`, unless it is called again or the execution ends before. */
  const watch = (ms: number, act: () => void) => {
    clearTimeout(watchdog);
    watchdog = setTimeout(act, ms);
  };
  const waitForProgress = () =>
    watch(LOAD_WITHIN_MS, () => {
      failToLoad(new Error('Loading took too long.'));
      // What takes too long to start goes on in the frame.
      if (isSent) tools.replaceFrame();
    });
  let arrivedBytes = 0;
  /** Starts the wait again with each part of a download: a slow network is no reason to give up. */
  const load = (loadedBytes: number) => {
    if (phase !== 'loading' || isEnded) return;
    if (loadedBytes > arrivedBytes) {
      arrivedBytes = loadedBytes;
      waitForProgress();
    }
    report('loading', loadedBytes);
  };

  /** Ends what the frame should have ended; a frame that enforces the limits needs no such help. */
  const endAfter = (ms: number, reason: RunEnd['reason']) =>
    watch(ms + END_WITHIN_MS, () => {
      endEarly(reason);
      tools.replaceFrame();
    });

  const run = async () => {
    waitForProgress();
    report('loading', 0);
    await tools.load(load, aborted.signal);
    if (isEnded) return;
    waitForProgress();
    report('compiling');
    isSent = true;
    const { language, code, stdin, dataSet } = program;
    const job = { language, code, stdin, dataSet };
    const isInteractive = program.isInteractive === true;
    tools.send({ type: 'run', language: assetsKey(language), job, limitMs, isInteractive });
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
      endAfter(0, 'stopped');
    },
    answer(text) {
      if (!isAsking || isEnded) return;
      isAsking = false;
      output.add('in', `${text ?? END_OF_INPUT}\n`);
      endAfter(limitMs, 'time_limit');
      tools.send({ type: 'answer', text });
    },
    receive(message) {
      if (message.type === 'started') {
        startedAt = performance.now();
        endAfter(limitMs, 'time_limit');
        report('running');
      }
      if (message.type === 'asking' && !isAsking && !isEnded) {
        isAsking = true;
        endAfter(INPUT_WAIT_MS, 'no_input');
        events.asking?.();
      }
      if (message.type === 'output' && !isEnded) output.add(message.stream, message.text);
      if (message.type === 'end') end(message.end);
    },
    crash: () => endEarly(isSent ? 'crashed' : 'not_loaded'),
  };
}
