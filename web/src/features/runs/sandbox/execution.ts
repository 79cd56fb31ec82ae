import { INPUT_WAIT_MS, PACKAGES_MAX } from '@cip/contracts/runs/run-limits';
import type { PackageVersion, RunEnd } from '@cip/contracts/runs/runs';
import type { FromFrame } from '../../../../runner/messages.ts';
import type { ExecutionTools } from './execution-tools.ts';
import { PacedOutput } from './paced-output.ts';
import { namedPackages, packagesDownload, packageVersions } from './program-packages.ts';
import type { NamedPackages } from './program-packages.ts';
import { boundedEnd, endWith } from './run-end.ts';
import { assetsKey, downloadOf, packagesOf, runtimeOf } from './runtimes.ts';
import type { Execution, ExecutionEvents, Program, Progress } from './sandbox-types.ts';

/** Longest execution without loading (ms). */
const RUN_WITHIN_MS = 10_000;
/** Longest time without a byte of the download, and from its end until the code starts (ms). */
const LOAD_WITHIN_MS = 60_000;
/** How long the frame may take to end a program on request, before it is replaced (ms). */
const END_WITHIN_MS = 2_000;
/** How long the output that still waits may delay the end of a program that was stopped (ms). */
const EMIT_WITHIN_MS = 1_500;

/** The text in the output for the end of the input. */
const END_OF_INPUT = '(end of input)';

/** An execution of a program in a frame. It ends once, with `ended`. */
export class RunningExecution implements Execution {
  readonly ended: Promise<RunEnd>;
  readonly #program: Program;
  readonly #events: ExecutionEvents;
  readonly #tools: ExecutionTools;
  readonly #output: PacedOutput;
  readonly #limitMs: number;
  #totalBytes: number;
  readonly #named: NamedPackages;
  readonly #packages: PackageVersion[] = [];
  readonly #aborted = new AbortController();
  readonly #resolve: (end: RunEnd) => void;
  #phase: Progress['phase'] = 'loading';
  #isSent = false;
  /** The end of a program whose files are not available. */
  #unloaded: RunEnd | undefined;
  #isEnded = false;
  #isAsking = false;
  #arrivedBytes = 0;
  #startedAt = 0;
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(program: Program, events: ExecutionEvents, tools: ExecutionTools) {
    const { promise, resolve } = Promise.withResolvers<RunEnd>();
    this.ended = promise;
    this.#resolve = resolve;
    this.#program = program;
    this.#events = events;
    this.#tools = tools;
    this.#output = new PacedOutput((stream, text) => events.output(stream, text), program.isJudged);
    this.#limitMs = program.limitMs ?? RUN_WITHIN_MS;
    this.#named = namedPackages(program);
    this.#totalBytes = (runtimeOf(program.language)?.bytes ?? 0) + packagesDownload(this.#named);
    this.#run().catch((error: unknown) => this.#failToLoad(error));
  }

  stop(): void {
    if (this.#isEnded) return this.#output.drop();
    if (!this.#isSent) return this.#endEarly('stopped');
    this.#tools.send({ type: 'stop' });
    this.#endAfter(0, 'stopped');
  }

  answer(text: string | null): void {
    if (!this.#isAsking || this.#isEnded) return;
    this.#isAsking = false;
    this.#output.add('in', `${text ?? END_OF_INPUT}\n`);
    this.#endAfter(this.#limitMs, 'time_limit');
    this.#tools.send({ type: 'answer', text });
  }

  receive(message: FromFrame): void {
    if (message.type === 'needs') this.#needMore(message.files);
    if (message.type === 'started') {
      this.#startedAt = performance.now();
      this.#endAfter(this.#limitMs, 'time_limit');
      this.#report('running');
    }
    if (message.type === 'asking' && !this.#isAsking && !this.#isEnded) {
      this.#isAsking = true;
      this.#endAfter(INPUT_WAIT_MS, 'no_input');
      this.#events.asking?.();
    }
    if (message.type === 'output' && !this.#isEnded) this.#output.add(message.stream, message.text);
    if (message.type === 'end') this.#end(this.#unloaded ?? message.end);
  }

  /** Ends the execution because its frame is gone. */
  crash(): void {
    this.#endEarly(this.#isSent ? 'crashed' : 'not_loaded');
  }

  async #run(): Promise<void> {
    this.#waitForProgress();
    this.#report('loading', 0);
    const loaded = { packages: 0, runtime: 0 };
    const note = (part: keyof typeof loaded) => (bytes: number) => {
      loaded[part] = bytes;
      this.#load(loaded.packages + loaded.runtime);
    };
    const [packages] = await Promise.all([
      this.#tools.loadPackages(this.#named, note('packages'), this.#aborted.signal),
      this.#tools.load(note('runtime'), this.#aborted.signal),
    ]);
    if (this.#isEnded) return;
    if (packages) this.#packages.push(...packageVersions(this.#named).slice(0, PACKAGES_MAX));
    this.#prepare();
    this.#isSent = true;
    const { language, code, files, tests, stdin, dataSet, isInteractive = false, isJudged } = this.#program;
    const job = {
      language,
      code,
      stdin,
      dataSet,
      ...(files && { files }),
      ...(tests && { tests }),
      ...(packages && { packages }),
      ...(isJudged && { isJudged }),
    };
    this.#tools.send({ type: 'run', language: assetsKey(language), job, limitMs: this.#limitMs, isInteractive });
  }

  /** Fetches files besides the runtime, for a program that has not started. */
  #needMore(files: readonly string[]): void {
    if (this.#isEnded || this.#phase === 'running') return;
    this.#packages.push(...packagesOf(files));
    this.#arrivedBytes = 0;
    this.#totalBytes = files.reduce((sum, file) => sum + downloadOf(file), 0);
    this.#phase = 'loading';
    this.#waitForProgress();
    this.#tools
      .more(files, (loadedBytes) => this.#load(loadedBytes), this.#aborted.signal)
      .then(() => this.#prepare())
      .catch((error: unknown) => this.#stopUnloaded(error));
  }

  /** Lets the frame end a program whose files are not available. */
  #stopUnloaded(error: unknown): void {
    if (this.#isEnded) return;
    this.#unloaded = endWith('not_loaded', error instanceof Error ? error.message : null);
    this.#tools.send({ type: 'stop' });
    this.#endAfter(0, 'not_loaded');
  }

  #prepare(): void {
    if (this.#isEnded) return;
    this.#waitForProgress();
    this.#report('compiling');
  }

  /** Starts the wait again with each part of a download, because a slow network is no reason to give up. */
  #load(loadedBytes: number): void {
    if (this.#phase !== 'loading' || this.#isEnded) return;
    if (loadedBytes > this.#arrivedBytes) {
      this.#arrivedBytes = loadedBytes;
      this.#waitForProgress();
    }
    this.#report('loading', loadedBytes);
  }

  #waitForProgress(): void {
    this.#watch(LOAD_WITHIN_MS, () => {
      this.#failToLoad(new Error('Loading took too long.'));
      // A program that takes too long to start goes on in the frame.
      if (this.#isSent) this.#tools.replaceFrame();
    });
  }

  /** Ends a program that the frame should have ended. If the frame enforces the limits, it needs no such help. */
  #endAfter(ms: number, reason: RunEnd['reason']): void {
    this.#watch(ms + END_WITHIN_MS, () => {
      this.#endEarly(reason);
      this.#tools.replaceFrame();
    });
  }

  /** Acts after `ms`, unless it is called again or the execution ends before. */
  #watch(ms: number, act: () => void): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(act, ms);
  }

  #report(phase: Progress['phase'], loadedBytes = this.#totalBytes): void {
    this.#phase = phase;
    if (!this.#isEnded) this.#events.progress({ phase, loadedBytes, totalBytes: this.#totalBytes });
  }

  #failToLoad(error: unknown): void {
    this.#endEarly('not_loaded', error instanceof Error ? error.message : null);
  }

  /** Ends the execution for a reason that is not its own, with the time that it ran. */
  #endEarly(reason: RunEnd['reason'], message: string | null = null): void {
    const ms = this.#phase === 'running' ? performance.now() - this.#startedAt : 0;
    this.#end({ ...endWith(reason, message), ms });
  }

  #end(how: RunEnd): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#watchdog);
    this.#aborted.abort();
    if (how.reason === 'stopped') setTimeout(() => this.#output.drop(), EMIT_WITHIN_MS);
    const end = this.#packages.length === 0 ? how : { ...how, packages: this.#packages };
    void this.#output.finish().then(() => this.#resolve(boundedEnd(end, this.#output.omitted)));
  }
}
