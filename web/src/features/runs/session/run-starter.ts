import type { ErrorBody } from '@cip/contracts/protocol/errors';
import { refusesField } from '@cip/contracts/protocol/refuses-field';
import { isStartingText } from '@cip/contracts/rooms/starting-text';
import type { Run, RunFile } from '@cip/contracts/runs/runs';
import type { DeviceRuns } from '../device/device-runs.ts';
import type { LatestRun } from '../state/latest-run.ts';
import { abilityFor } from './ability.ts';
import { claimDelay, offerFor, placeOf } from './place.ts';
import { newRunId, programHash } from '../state/run-id.ts';
import { NO_TESTS_YET } from '../device/for-previous-release.ts';
import type { RunRoom } from '../state/run-room.ts';
import { testFilesOf } from '@cip/contracts/runs/test-files';
import { DOUBLE_CLICK_MS } from '../../../shared/double-click.ts';
import { pause } from '../../../shared/pause.ts';

/** A press while the end of the previous run is on its way waits for it at most this long (ms). */
const DELIVERY_WITHIN_MS = 2_000;

/** The choices that are not part of a press. */
export interface StartChoices {
  /** Another language than the document's. */
  language?: string;
  /** Runs on this device, with a download if it needs one. */
  isHere?: boolean;
  /** Runs the test files in place of the program. */
  isTests?: boolean;
}

interface StartOptions {
  language: string;
  place: 'here' | 'elsewhere' | 'engine';
  stdin: string;
  isTests: boolean;
}

interface RunStarterOptions {
  room: RunRoom;
  latest: LatestRun;
  runs: DeviceRuns;
  /** Input of the next run. */
  stdin: () => string;
  /** Reads the room's latest run from the server. */
  read: () => void;
}

/** The runs that this page starts and stops by the user's presses, and the runs of others that it takes over. */
export class RunStarter {
  readonly #options: RunStarterOptions;
  #startedAt = -Infinity;
  /** The run that this page requested from another device. */
  #requested: string | null = null;
  #isClosed = false;

  constructor(options: RunStarterOptions) {
    this.#options = options;
  }

  /** Whether this page requested the run from another device. */
  isRequested(id: string): boolean {
    return this.#requested === id;
  }

  /** Runs the code, or stops the room's run. */
  async press(choices: StartChoices): Promise<void> {
    const { language = this.#options.room.state.get().language } = choices;
    const ability = this.#isClosed ? 'off' : abilityFor(this.#options.latest.state, this.#options.room, language);
    if (ability === 'stop' && performance.now() - this.#startedAt >= DOUBLE_CLICK_MS) this.#stop();
    if (ability === 'run') await this.#starting(() => this.#startWherePossible(language, choices));
  }

  /** Repeats the room's latest run on this device, with its text and input. */
  async runAgainHere(): Promise<void> {
    const { run, isStarting } = this.#options.latest;
    if (run?.end && !isStarting && !this.#isClosed) await this.#starting(() => this.#startAgain(run));
  }

  /** Stops the room's run, whichever device has it. */
  #stop(): void {
    const { run } = this.#options.latest;
    if (!run || run.end) return;
    const own = this.#options.runs.find(run.id);
    if (!own) return void this.#stopElsewhere(run.id);
    const { isAlone, state, userName, request } = this.#options.room;
    if (!isAlone) this.#options.latest.stop(run.id, userName);
    // So that the others learn who stopped it.
    if (state.get().isConnected) void request('run:stop', { id: run.id });
    own.stop();
  }

  async #stopElsewhere(id: string): Promise<void> {
    const ack = await this.#options.room.request('run:stop', { id });
    if (!ack.ok && !this.#isClosed) this.#options.room.notify(ack.error.message);
  }

  async #starting(start: () => Promise<void>): Promise<void> {
    this.#startedAt = performance.now();
    this.#options.latest.set({ offer: null, isNothing: false });
    this.#options.latest.note({ isStarting: true });
    await start();
    this.#options.latest.note({ isStarting: false });
  }

  async #startWherePossible(language: string, { isHere = false, isTests = false }: StartChoices): Promise<void> {
    await this.#options.room.flush();
    if (!isTests && isUntouched(this.#options.room)) return this.#options.latest.set({ isNothing: true });
    // The engine has no way to run test files.
    const engineLanguages = isTests ? [] : this.#options.latest.state.engineLanguages;
    const place = isHere ? 'here' : await placeOf(this.#options.room, language, engineLanguages);
    if (place === 'offer') this.#options.latest.set({ offer: offerFor(this.#options.room, language, isTests) });
    else await this.#start({ language, place, stdin: this.#options.stdin(), isTests });
  }

  /** Starts a run of the document's text; its output is shown before the server has it. */
  async #start({ language, place, stdin, isTests }: StartOptions): Promise<void> {
    const { text, files: filesNow } = this.#options.room;
    const files = filesNow?.();
    const run = { ...this.#newRun(language, place === 'here'), ...(isTests && { tests: true as const }) };
    const program = { code: text(), files, tests: testsOf(run, files) };
    const earlier = this.#options.runs.release();
    this.#options.latest.restart(run, this.#options.room.unsentLines());
    if (place === 'here')
      this.#options.runs.execute(run.id, { language, ...program, stdin, isInteractive: stdin === '' });
    this.#requested = place === 'elsewhere' ? run.id : null;
    if (run.isOffline) this.#options.runs.find(run.id)?.detach();
    else await earlier?.whenDelivered(DELIVERY_WITHIN_MS);
    if (earlier) this.#options.runs.putAside(earlier);
    if (!run.isOffline) await this.#request(run, { stdin, place });
  }

  /** Executes an earlier run's text and input here. */
  async #startAgain(of: Run): Promise<void> {
    const { request, device, notify } = this.#options.room;
    const { language, tests: isTests } = of;
    const id = newRunId();
    const ack = await request('run:start', {
      id,
      language,
      stdin: '',
      hash: of.hash,
      place: 'here',
      device,
      of: of.id,
      ...(isTests && { tests: isTests }),
    });
    if (!ack.ok) return notify(wordsOf(ack.error));
    if (!ack.isNew || ack.text === null) return this.#watch(ack.run);
    this.#options.latest.show(ack.run);
    const { text: code, files, stdin } = ack;
    const tests = testsOf(ack.run, files);
    this.#options.runs.execute(id, { language, code, files, tests, stdin: stdin ?? '' }).connect();
  }

  /** Takes over a run that was offered to the room's devices, unless a better device does so first. */
  async claim(id: string, language: string): Promise<void> {
    if (this.isRequested(id)) return;
    const delay = await claimDelay(this.#options.room, language);
    if (delay === null) return;
    if (delay > 0) await pause(delay);
    const { run } = this.#options.latest;
    if (run?.id !== id || run.runner || run.end || this.#isClosed) return;
    const { request, device } = this.#options.room;
    const knows = run.tests && { tests: run.tests };
    let ack = await request('run:claim', { id, device, ...knows });
    // A node of the previous release gives runs of tests to every page.
    if (!ack.ok && refusesField(ack.error, 'tests')) ack = await request('run:claim', { id, device });
    if (!ack.ok || this.#isClosed) return;
    this.#options.latest.show(ack.run);
    const { text: code, files, stdin } = ack;
    const tests = testsOf(ack.run, files);
    this.#options.runs.execute(id, { language, code, files, tests, stdin, isInteractive: stdin === '' }).connect();
  }

  close(): void {
    this.#isClosed = true;
  }

  #newRun(language: string, isHere: boolean): Run {
    const { self, isConnected } = this.#options.room.state.get();
    const id = newRunId();
    const by = { id: self?.id ?? id, name: self?.name ?? this.#options.room.userName };
    const runner = isHere ? { ...by, device: this.#options.room.device } : null;
    const requestedAt = new Date().toISOString();
    const about = { isOffline: !isConnected, of: null, end: null };
    return { id, language, by, runner, requestedAt, hash: programHash(this.#options.room), ...about };
  }

  async #request(run: Run, { stdin, place }: Pick<StartOptions, 'stdin' | 'place'>): Promise<void> {
    const { device, request } = this.#options.room;
    const { id, hash, language, tests } = run;
    const ack = await request('run:start', { id, language, stdin, hash, place, device, ...(tests && { tests }) });
    if (this.#options.latest.run?.id !== id || this.#isClosed) return;
    if (!ack.ok) return this.#notStarted(ack.error);
    if (ack.run.id !== id) return this.#watch(ack.run);
    const own = this.#options.runs.find(id);
    if (own && ack.text !== null) {
      // If the document changed on its way, everyone sees the server's texts run.
      this.#options.latest.restart(ack.run, this.#options.room.unsentLines());
      own.restart({ code: ack.text, files: ack.files, tests: testsOf(run, ack.files) });
    } else this.#options.latest.show(ack.run);
    own?.connect();
  }

  #notStarted(error: ErrorBody): void {
    if (error.code === 'unavailable') {
      // It may have the run; reading shows that.
      this.#options.runs.disconnect();
      return this.#options.read();
    }
    this.#options.runs.discard();
    this.#options.latest.show(null);
    this.#options.room.notify(wordsOf(error));
    this.#options.read();
  }

  /** Shows a run that another page started first. */
  #watch(run: Run): void {
    this.#options.runs.discard();
    this.#options.latest.show(run);
    this.#options.read();
  }
}

/** Returns the names of the test files that a run executes; undefined if it executes the program. */
function testsOf(run: Run, files: readonly RunFile[] | undefined): string[] | undefined {
  return run.tests && testFilesOf(run.language, files);
}

/** Whether a room has only the text of a new document; another file may run, such as a page. */
function isUntouched({ text, files }: RunRoom): boolean {
  const [, ...others] = files?.() ?? [];
  return isStartingText(text()) && others.every(({ content }) => content.trim() === '');
}

const wordsOf = (error: ErrorBody) => (refusesField(error, 'tests') ? NO_TESTS_YET : error.message);
