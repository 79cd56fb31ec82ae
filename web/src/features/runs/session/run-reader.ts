import type { Run, RunPiece } from '@cip/contracts/runs/runs';
import type { DeviceRuns } from '../device/device-runs.ts';
import type { LatestRun } from '../state/latest-run.ts';
import type { OfflineRuns } from '../device/offline-runs.ts';
import type { RunRoom } from '../state/run-room.ts';
import type { SharedInput } from './shared-input.ts';

/** Pause before a failed or outdated reading is repeated (ms). */
const READ_AGAIN_MS = 1_000;
/** Pause before a run that the server could not take is sent again (ms). */
const ENTER_AGAIN_MS = 5_000;

interface RunReaderOptions {
  room: Pick<RunRoom, 'request' | 'state'>;
  latest: LatestRun;
  runs: DeviceRuns;
  offline: OfflineRuns;
  input: SharedInput;
  /** Takes over a run that no device executes. */
  claim: (id: string, language: string) => Promise<void>;
}

/** Reads the room's runs from the server, at the first connection and whenever events may be missing. */
export class RunReader {
  readonly #options: RunReaderOptions;
  #enterTimer: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the next reading is due (ms since 1970). */
  #dueAt = Infinity;
  /** Counts events that a reading under way may lack. */
  #heard = 0;
  #isClosed = false;

  constructor(options: RunReaderOptions) {
    this.#options = options;
  }

  /** Reads the runs after a pause, or earlier if that is due, because steady output must not put a reading off. */
  readIn(ms: number): void {
    const at = Date.now() + ms;
    if (this.#isClosed || this.#dueAt <= at) return;
    clearTimeout(this.#timer);
    this.#dueAt = at;
    this.#timer = setTimeout(() => {
      this.#dueAt = Infinity;
      void this.#read();
    }, ms);
  }

  /** Repeats a reading that is under way, because its reply may be older than an event that has come meanwhile. */
  hear(): void {
    this.#heard++;
  }

  /** Enters the runs that wait for it; if the server cannot take them now, again and again. */
  async enter(): Promise<void> {
    if (!this.#isConnected || this.#isClosed) return;
    const { isOne, isDue } = await this.#options.offline.enterAll();
    // Here, because calls that overlap would begin a timer each.
    clearTimeout(this.#enterTimer);
    if (isOne) this.readIn(0);
    if (isDue && !this.#isClosed) this.#enterTimer = setTimeout(() => void this.enter(), ENTER_AGAIN_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#enterTimer);
  }

  get #isConnected(): boolean {
    return this.#options.room.state.get().isConnected;
  }

  /** Reads the room's latest run and continues this device's own. */
  async #read(): Promise<void> {
    const { room, latest, runs, input } = this.#options;
    if (!this.#isConnected) return;
    const [shownBefore, heardBefore] = [latest.run?.id, this.#heard];
    const ack = await room.request('run:read', {});
    if (!this.#isConnected || this.#isClosed) return;
    if (!ack.ok) return this.readIn(READ_AGAIN_MS);
    const shown = latest.run?.id;
    // A run that started meanwhile is newer than this reply.
    if (shown !== shownBefore && shown !== ack.run?.id) return this.readIn(0);
    const { isAllowed, dataSet, engineLanguages, limitMs, run, pieces, ask } = ack;
    latest.set({ isAllowed, dataSet, engineLanguages, limitMs });
    if (this.#heard === heardBefore) input.receive(ack.stdin);
    // The server may not have the run that is being requested.
    if (latest.isStarting) return this.readIn(READ_AGAIN_MS);
    const own = runs.undelivered;
    if (own === null) {
      this.#show(run, pieces);
      if (run) latest.ask(run.id, ask);
    } else if (run?.id !== own.id) runs.continueAlone(own);
    else if (run.end) runs.follow(own, run.end);
    else own.connect();
    if (this.#heard !== heardBefore) this.readIn(READ_AGAIN_MS);
    await this.enter();
  }

  #show(run: Run | null, pieces: readonly RunPiece[]): void {
    this.#options.latest.show(run, pieces);
    // The offer may have been made while this page was away.
    if (run && !run.runner && !run.end) void this.#options.claim(run.id, run.language);
  }
}
