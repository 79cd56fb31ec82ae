import type { PackageVersion, RunEnd, RunFile } from '@cip/contracts/runs/runs';
import { TestResults } from '../../../../runner/frame/test-results.ts';
import type { ProgramEnd } from '../../../../runner/messages.ts';
import type { FromPreview, PreviewKey } from '../../../../runner/preview/messages.ts';
import { PacedOutput } from '../sandbox/paced-output.ts';
import { boundedEnd, endWith } from '../sandbox/run-end.ts';
import { packagesOf } from '../sandbox/runtimes.ts';
import type { Execution, ExecutionEvents } from '../sandbox/sandbox-types.ts';
import type { PreviewFrame } from './preview-frame.ts';
import type { PreviewScripts } from './preview-scripts.ts';

/** How long a preview may take to open, or a file to arrive (ms). */
const LOAD_WITHIN_MS = 60_000;
/** How long a spare frame may take to answer (ms); it does not if the last program loops in the same process. */
const ANSWER_WITHIN_MS = 500;
/** How long a preview may take to start by default (ms). */
const START_WITHIN_MS = 10_000;
/**
 * A run of a preview is over this long after its start (ms): what it prints and how it fails by itself is for everyone,
 * and later output comes from what one person does with their own preview.
 */
const SETTLED_AFTER_MS = 2_000;

export interface PreviewEvents extends Pick<ExecutionEvents, 'progress' | 'output'> {
  /** Output after the end. */
  late: ExecutionEvents['output'];
  /** The program has started; it may have failed. */
  started: () => void;
  key: (key: PreviewKey) => void;
  /** The preview is gone, for a reason in words. */
  lost: (why: string) => void;
}

interface PreviewOptions {
  /** Returns a frame: a spare one, if there is one. */
  take: () => PreviewFrame;
  files: RunFile[];
  /** The names of the test files, if they run in place of the program. */
  tests?: string[];
  limitMs: number | undefined;
  scripts: PreviewScripts;
}

/** A program in a preview, from its start to its removal; as an execution it ends when it has settled. */
export class PreviewRun implements Execution {
  readonly ended: Promise<RunEnd>;
  readonly #resolve: (end: RunEnd) => void;
  readonly #options: PreviewOptions;
  readonly #events: PreviewEvents;
  readonly #output: PacedOutput;
  readonly #tests: TestResults | undefined;
  #frame: PreviewFrame;
  readonly #aborted = new AbortController();
  readonly #packages: PackageVersion[] = [];
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #sentAt = 0;
  #startedIn: number | null = null;
  #isEnded = false;

  constructor(options: PreviewOptions, events: PreviewEvents) {
    const { promise, resolve } = Promise.withResolvers<RunEnd>();
    this.ended = promise;
    this.#resolve = resolve;
    this.#options = options;
    this.#events = events;
    if (options.tests) this.#tests = new TestResults();
    this.#output = new PacedOutput((stream, text) => events.output(stream, text));
    this.#report('loading');
    this.#frame = this.#show();
    if (this.#frame.isReady) this.#watch(ANSWER_WITHIN_MS, () => this.#again());
    else this.#limitLoading();
  }

  /** The files of packages that its frame has. */
  get packages(): readonly string[] {
    return [...this.#frame.files];
  }

  get element(): HTMLIFrameElement {
    return this.#frame.element;
  }

  stop(): void {
    if (!this.#isEnded) this.#lose('stopped', 'Stopped.');
  }

  /** Does nothing, because a page asks in itself. */
  answer(): void {}

  /** Removes the preview; a run that goes on ends. */
  remove(): void {
    this.#drop();
    this.#end(endWith('stopped'));
  }

  #drop(): void {
    clearTimeout(this.#watchdog);
    this.#aborted.abort();
    this.#frame.remove();
  }

  #show(): PreviewFrame {
    const frame = this.#options.take();
    frame.listen({ message: (message) => this.#receive(message), lost: (why) => this.#lose('crashed', why) });
    const { files, tests } = this.#options;
    frame.send({ type: 'show', files, ...(tests && { tests }) });
    return frame;
  }

  /** Shows the program in a new frame, once no other of its process is left. */
  #again(): void {
    this.#frame.remove();
    this.#frame = this.#show();
    this.#limitLoading();
  }

  #receive(message: Exclude<FromPreview, { type: 'pong' }>): void {
    if (message.type === 'compiled') return this.#await();
    if (message.type === 'key') return this.#events.key(message.key);
    if (message.type === 'needs') return void this.#bring(message.files);
    if (message.type === 'test') return this.#tests?.add(message.test);
    if (message.type === 'end') return this.#tests ? this.#tested(message.end) : this.#started(message.end.error);
    if (this.#isEnded) this.#events.late(message.stream, message.text);
    else this.#output.add(message.stream, message.text);
  }

  #started(error: RunEnd['error']): void {
    const isFirst = this.#startedIn === null;
    this.#startedIn ??= performance.now() - this.#sentAt;
    clearTimeout(this.#watchdog);
    if (isFirst) this.#events.started();
    if (isFirst) this.#report('running');
    if (this.#isEnded) return;
    if (error !== null) return this.#end({ ...endWith('failed'), error });
    this.#watchdog = setTimeout(() => this.#end(endWith('finished')), SETTLED_AFTER_MS);
  }

  /** Ends tests, with the first error that no test has caught. */
  #tested({ exitCode, error }: ProgramEnd): void {
    this.#end({ ...endWith(error || exitCode !== 0 ? 'failed' : 'finished'), exitCode, error });
  }

  async #bring(names: readonly string[]): Promise<void> {
    if (this.#startedIn !== null) return;
    this.#limitLoading();
    try {
      const missing = names.filter((name) => !this.#frame.files.has(name));
      const scripts = await this.#options.scripts.fetch(missing, this.#aborted.signal);
      for (const name of missing) this.#frame.files.add(name);
      this.#frame.send({ type: 'more', scripts });
      this.#await();
    } catch (error) {
      if (!this.#aborted.signal.aborted) this.#lose('not_loaded', error instanceof Error ? error.message : '');
    }
    this.#packages.push(...packagesOf(names));
  }

  #limitLoading(): void {
    this.#watch(LOAD_WITHIN_MS, () => this.#lose('not_loaded', 'Loading took too long.'));
  }

  /** Waits for the start of the program, which has its files. */
  #await(): void {
    if (this.#startedIn !== null) return;
    this.#sentAt = performance.now();
    this.#watch(this.#options.limitMs ?? START_WITHIN_MS, () => this.#lose('time_limit', 'It did not start in time.'));
  }

  #watch(ms: number, act: () => void): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(act, ms);
  }

  #report(phase: 'loading' | 'running'): void {
    this.#events.progress({ phase, loadedBytes: 0, totalBytes: 0 });
  }

  /** Removes the preview, says why, and ends the run that goes on. */
  #lose(reason: RunEnd['reason'], why: string): void {
    this.#drop();
    this.#events.lost(why);
    const isSaid = reason === 'crashed' || reason === 'not_loaded';
    this.#end(endWith(reason, isSaid ? why : null));
  }

  #end(end: RunEnd): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const ms = this.#startedIn ?? performance.now() - this.#sentAt;
    const tests = this.#tests && { tests: this.#tests.end(end.reason) };
    const packages = this.#packages.length > 0 && { packages: this.#packages };
    void this.#output
      .finish()
      .then(() => this.#resolve(boundedEnd({ ...end, ms, ...packages, ...tests }, this.#output.omitted)));
  }
}
