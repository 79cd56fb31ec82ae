import type { DataSet, Run, RunEnd, RunPiece, RunServerEvents } from '@cip/contracts/runs';
import type { Atom } from '@tanstack/store';
import { createAtom } from '@tanstack/store';
import { abilityFor } from './ability.ts';
import type { Ability } from './ability.ts';
import { LatestRun } from './latest-run.ts';
import { OfflineEntries } from './offline-entries.ts';
import { OwnRuns } from './own-runs.ts';
import { offerFor, placeOf, runtimeHere } from './place.ts';
import { endedBy } from './run-end.ts';
import type { RunRoom } from './run-room.ts';
import type { RunsState } from './run-state.ts';

/** A press on a run that began within this time is the second half of a double click (ms). */
const DOUBLE_CLICK_MS = 400;
/** How long a missing piece may take before the run is read again (ms). */
const GAP_MS = 500;
/** Pause before a failed reading is repeated (ms). */
const READ_AGAIN_MS = 1_000;

/** What a press alone does not choose. */
interface StartChoices {
  /** Another language than the document's. */
  language?: string;
  /** Runs on this device, with a download where it needs one. */
  isHere?: boolean;
}

/** The runs of one room on this page. */
export class RunSession {
  /** Input of this device's next run. */
  readonly stdin = createAtom('');
  readonly room: RunRoom;
  readonly #latest = new LatestRun();
  readonly #entries: OfflineEntries;
  readonly #runs: OwnRuns;
  #startedAt = -Infinity;
  #isConnected = false;
  #isOver = false;
  #reading: ReturnType<typeof setTimeout> | undefined;
  /** When the next reading is due (ms since 1970). */
  #readingAt = Infinity;
  readonly #unsubscribe: () => void;

  constructor(room: RunRoom) {
    this.room = room;
    this.#entries = new OfflineEntries(room);
    this.#runs = new OwnRuns({ room, latest: this.#latest, entries: this.#entries, read: () => this.#readIn(0) });
    this.#unsubscribe = room.state.subscribe(() => this.#followRoom()).unsubscribe;
    this.#followRoom();
  }

  get store(): Atom<RunsState> {
    return this.#latest.store;
  }

  /** Handlers of the server's events. */
  readonly handlers: RunServerEvents = {
    'run:started': (run) => {
      // A run that was entered later comes with its end: its output has to be read.
      if (run.end) return this.#readIn(0);
      // While this page starts a run, the reply tells which one the room has.
      if (this.#latest.run?.id === run.id || !this.store.get().isStarting) this.#latest.show(run);
    },
    'run:offered': ({ id, language }) => void this.#runs.claim(id, language),
    'run:claimed': ({ id, runner }) => this.#latest.claim(id, runner),
    'run:output': ({ id, piece }) => {
      if (!this.#runs.find(id) && !this.#latest.add(id, piece)) this.#readIn(GAP_MS);
    },
    'run:stopping': ({ id }) => this.#runs.find(id)?.stop(),
    'run:ended': ({ id, end }) => this.#endedByServer(id, end),
    'run:changed': () => this.#readIn(0),
    'run:allowed': ({ isAllowed }) => this.#latest.set({ isAllowed }),
    'run:data-set': ({ dataSet }) => this.#latest.set({ dataSet }),
  };

  /** Returns what a press on Run does for a language. */
  abilityFor(language: string): Ability {
    return abilityFor(this.store.get(), this.room, language);
  }

  /** Whether this kind of device executes a language. */
  runsHere(language: string): boolean {
    return runtimeHere(this.room, language) !== null;
  }

  /** Runs the code, or stops the room's run. */
  async press(choices: StartChoices = {}): Promise<void> {
    const { language = this.room.state.get().language } = choices;
    const ability = this.#isOver ? 'off' : this.abilityFor(language);
    if (ability === 'stop' && Date.now() - this.#startedAt >= DOUBLE_CLICK_MS) this.stop();
    if (ability === 'run') await this.#starting(() => this.#start(language, choices));
  }

  /** Stops the room's run, on whichever device it is. */
  stop(): void {
    const { run } = this.store.get();
    if (!run || run.end) return;
    const own = this.#runs.find(run.id);
    if (own) own.stop();
    else void this.room.transport.stop({ id: run.id });
  }

  /** Repeats the room's latest run on this device, with its text and input. */
  async runAgainHere(): Promise<void> {
    const { run, isStarting } = this.store.get();
    if (run?.end && !isStarting && !this.#isOver) await this.#starting(() => this.#runs.startAgain(run));
  }

  /** Hides the output on this device. */
  clear(): void {
    this.#latest.set({ isCleared: true, offer: null });
  }

  /** Switches running on or off for the room. */
  async allow(isAllowed: boolean): Promise<void> {
    const ack = await this.room.transport.allow({ isAllowed });
    if (ack.ok) this.#latest.set({ isAllowed });
    else this.room.notify(ack.error.message);
  }

  /** Attaches a data set to the interview, or removes it. */
  async attach(dataSet: DataSet | null): Promise<void> {
    const ack = await this.room.transport.attachDataSet({ dataSet });
    if (ack.ok) this.#latest.set({ dataSet });
    else this.room.notify(ack.error.message);
  }

  /** Stops this device's execution and everything else. */
  close(): void {
    this.#isOver = true;
    this.#unsubscribe();
    clearTimeout(this.#reading);
    this.#runs.close();
  }

  async #starting(start: () => Promise<void>): Promise<void> {
    this.#startedAt = Date.now();
    this.#latest.set({ isStarting: true, offer: null });
    await start();
    this.#latest.set({ isStarting: false });
  }

  async #start(language: string, { isHere = false }: StartChoices): Promise<void> {
    await this.room.flush();
    const place = isHere ? 'here' : await placeOf(this.room, language, this.store.get().engineLanguages);
    if (place === 'offer') this.#latest.set({ offer: offerFor(this.room, language) });
    else await this.#runs.start({ language, place, stdin: this.stdin.get() });
  }

  #endedByServer(id: string, end: RunEnd): void {
    if (this.#runs.find(id)?.end === null) this.#runs.discard();
    if (!this.#latest.end(id, end)) this.#readIn(0);
    const { run } = this.#latest;
    const isOffered = end.reason === 'no_device' && run?.id === id && this.#runs.isRequested(id);
    if (isOffered) this.#latest.set({ offer: offerFor(this.room, run.language) });
  }

  #followRoom(): void {
    const { isConnected, ended } = this.room.state.get();
    if (ended && !this.#isOver) this.#endAll();
    if (isConnected === this.#isConnected || this.#isOver) return;
    this.#isConnected = isConnected;
    if (isConnected) this.#readIn(0);
    else this.#runs.disconnect();
  }

  #endAll(): void {
    const { run } = this.#latest;
    this.close();
    if (run) this.#latest.end(run.id, endedBy('interview_ended'));
  }

  /** Reads the runs after a pause, or earlier when that is due: steady output must not put a reading off. */
  #readIn(ms: number): void {
    const at = Date.now() + ms;
    if (this.#isOver || this.#readingAt <= at) return;
    clearTimeout(this.#reading);
    this.#readingAt = at;
    this.#reading = setTimeout(() => {
      this.#readingAt = Infinity;
      void this.#read();
    }, ms);
  }

  /** Reads the room's latest run and continues the one that this device executes. */
  async #read(): Promise<void> {
    if (!this.#isConnected) return;
    const shownBefore = this.#latest.run?.id;
    const ack = await this.room.transport.read({});
    if (!this.#isConnected || this.#isOver) return;
    if (!ack.ok) return this.#readIn(READ_AGAIN_MS);
    const shown = this.#latest.run?.id;
    // A run that started meanwhile is newer than this reply.
    if (shown !== shownBefore && shown !== ack.run?.id) return this.#readIn(0);
    const { isAllowed, dataSet, engineLanguages, limitMs, run, pieces } = ack;
    this.#latest.set({ isAllowed, dataSet, engineLanguages, limitMs });
    // The server may not have the run that is being requested.
    if (this.store.get().isStarting) return;
    const own = this.#runs.undelivered;
    if (own === null) this.#showRead(run, pieces);
    else if (run?.id === own.id && run.end === null) own.connect();
    else this.#runs.continueAlone(own);
    if (await this.#entries.enterAll()) this.#readIn(0);
  }

  #showRead(run: Run | null, pieces: readonly RunPiece[]): void {
    this.#latest.show(run, pieces);
    // The offer may have been made while this page was away.
    if (run && !run.runner && !run.end) void this.#runs.claim(run.id, run.language);
  }
}
