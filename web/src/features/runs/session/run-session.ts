import type { DataSet, RunEnd, RunServerEvents } from '@cip/contracts/runs/runs';
import { createAtom } from '@tanstack/store';
import type { Atom } from '@tanstack/store';
import { DeviceRuns } from '../device/device-runs.ts';
import { LatestRun } from '../state/latest-run.ts';
import { OfflineRuns } from '../device/offline-runs.ts';
import { abilityFor, canRun, whyNot } from './ability.ts';
import type { Ability } from './ability.ts';
import { offerFor, runtimeHere } from './place.ts';
import { RunReader } from './run-reader.ts';
import { RunStarter } from './run-starter.ts';
import type { StartChoices } from './run-starter.ts';
import { SharedInput } from './shared-input.ts';
import { endWith } from '../sandbox/run-end.ts';
import type { RunRoom } from '../state/run-room.ts';
import type { RunsState } from '../state/run-state.ts';

/** How long a missing piece may take before the run is read again (ms). */
const GAP_MS = 500;

/** A kind of data set. */
export type DataChoice = 'none' | 'shop' | 'own';

/** The data set that this page's user prepares. */
interface DataDraft {
  /** The kind of data set that they chose; null for that of the attached one. */
  chosen: DataChoice | null;
  /** The SQL that they typed; null for that of the attached one. */
  sql: string | null;
}

/** The runs of one room on this page. */
export class RunSession {
  readonly input: SharedInput;
  readonly room: RunRoom;
  readonly dataDraft = createAtom<DataDraft>({ chosen: null, sql: null });
  readonly #latest = new LatestRun();
  readonly #runs: DeviceRuns;
  readonly #starter: RunStarter;
  readonly #reader: RunReader;
  #isConnected = false;
  #isOver = false;
  readonly #unsubscribe: () => void;

  constructor(room: RunRoom) {
    this.room = room;
    const latest = this.#latest;
    const offline = new OfflineRuns(room);
    const read = () => this.#reader.readIn(0);
    const enter = () => void this.#reader.enter();
    this.#runs = new DeviceRuns({ room, latest, offline, read, enter });
    this.input = new SharedInput(room.request, read);
    const stdin = () => this.input.store.get();
    this.#starter = new RunStarter({ room, latest, runs: this.#runs, stdin, read });
    const claim = (id: string, language: string) => this.#starter.claim(id, language);
    this.#reader = new RunReader({ room, latest, runs: this.#runs, offline, input: this.input, claim });
    this.#unsubscribe = room.state.subscribe(() => this.#followRoom()).unsubscribe;
    this.#followRoom();
  }

  get store(): Atom<RunsState> {
    return this.#latest.store;
  }

  /** Handlers of the server's events. */
  readonly handlers: RunServerEvents = {
    'run:started': (run) => {
      // A run that was entered later comes with its end, so its output has to be read.
      if (run.end) return this.#reader.readIn(0);
      // While this page starts a run, the reply tells which one the room has.
      if (this.#latest.run?.id === run.id || !this.#latest.isStarting) this.#latest.show(run);
    },
    'run:offered': ({ id, language }) => void this.#starter.claim(id, language),
    'run:claimed': ({ id, runner }) => {
      this.#reader.hear();
      this.#latest.claim(id, runner);
    },
    'run:loading': ({ id, loaded }) => {
      if (!this.#runs.find(id)) this.#latest.load(id, loaded);
    },
    'run:output': ({ id, piece }) => {
      if (!this.#runs.find(id) && !this.#latest.add(id, piece)) this.#reader.readIn(GAP_MS);
    },
    'run:asked': ({ id, ask }) => {
      this.#reader.hear();
      if (!this.#runs.find(id)) this.#latest.ask(id, ask);
    },
    'run:answered': ({ id, ask, text }) => {
      this.#reader.hear();
      this.#runs.find(id)?.answer(ask, text);
      this.#latest.answer(id, ask);
    },
    'run:stopping': ({ id, by }) => {
      if (by) this.#latest.stop(id, by.name);
      this.#runs.find(id)?.stop();
    },
    'run:ended': ({ id, end }) => {
      this.#reader.hear();
      this.#endedByServer(id, end);
    },
    'run:changed': () => this.#reader.readIn(0),
    'run:allowed': ({ isAllowed }) => {
      this.#reader.hear();
      this.#latest.set({ isAllowed });
    },
    'run:data-set': ({ dataSet }) => {
      this.#reader.hear();
      this.#latest.set({ dataSet });
    },
    'run:input': ({ stdin }) => {
      this.#reader.hear();
      this.input.receive(stdin);
    },
  };

  /** Returns the effect of a press on Run for a language. */
  abilityFor(language: string): Ability {
    return abilityFor(this.store.get(), this.room, language);
  }

  /** Whether a device or the engine can execute a language. */
  canRun(language: string): boolean {
    return canRun(this.store.get(), this.room.runtimes, language);
  }

  /** Returns why Run is not offered for a language. */
  whyNot(language: string): string {
    return whyNot(this.abilityFor(language), language, this.room.labelOf(language));
  }

  /** Whether this kind of device executes a language. */
  runsHere(language: string): boolean {
    return runtimeHere(this.room, language) !== null;
  }

  /** Runs the code, or stops the room's run. */
  press(choices: StartChoices = {}): Promise<void> {
    return this.#starter.press(choices);
  }

  /** Repeats the room's latest run on this device, with its text and input. */
  runAgainHere(): Promise<void> {
    return this.#starter.runAgainHere();
  }

  /** Answers the program that waits for a line; null ends its input. Resolves with whether it got the answer. */
  async answer(text: string | null): Promise<boolean> {
    const { run, ask } = this.store.get();
    if (!run || ask === null) return false;
    const own = this.#runs.find(run.id);
    if (own && !this.room.state.get().isConnected) this.#runs.continueAlone(own);
    if (own?.isOffline) {
      own.answer(ask, text);
      return true;
    }
    const ack = await this.room.request('run:answer', { id: run.id, ask, text });
    if (!ack.ok) this.room.notify(ack.error.message);
    return ack.ok;
  }

  /** Hides the output on this device. */
  clear(): void {
    this.#latest.set({ isCleared: true, offer: null });
  }

  /** Switches running on or off for the room. */
  async allow(isAllowed: boolean): Promise<void> {
    const ack = await this.room.request('run:allow', { isAllowed });
    if (ack.ok) this.#latest.set({ isAllowed });
    else this.room.notify(ack.error.message);
  }

  /** Attaches a data set to the interview, or removes it. */
  async attach(dataSet: DataSet | null): Promise<void> {
    const ack = await this.room.request('run:data-set', { dataSet });
    if (ack.ok) this.#latest.set({ dataSet });
    else this.room.notify(ack.error.message);
  }

  /** Stops this device's execution and everything else. */
  close(): void {
    this.#isOver = true;
    this.#unsubscribe();
    this.#reader.close();
    this.#starter.close();
    this.input.close();
    this.#runs.discard();
  }

  #endedByServer(id: string, end: RunEnd): void {
    const own = this.#runs.find(id);
    // Otherwise the device itself has reported this end.
    if (own && own.end?.reason !== end.reason) this.#runs.follow(own, end);
    if (!this.#latest.end(id, end)) this.#reader.readIn(0);
    const { run } = this.#latest;
    const isOffered = end.reason === 'no_device' && run?.id === id && this.#starter.isRequested(id);
    if (isOffered) this.#latest.set({ offer: offerFor(this.room, run.language, run.tests === true) });
  }

  #followRoom(): void {
    const { isConnected, ended, language } = this.room.state.get();
    const { offer } = this.store.get();
    if (offer && offer.language !== language) this.#latest.set({ offer: null });
    if (ended && !this.#isOver) this.#endAll();
    if (isConnected === this.#isConnected || this.#isOver) return;
    this.#isConnected = isConnected;
    if (!isConnected) this.#runs.disconnect();
    this.#latest.note({ isConnected });
    if (isConnected) this.#reader.readIn(0);
  }

  #endAll(): void {
    const { run } = this.#latest;
    this.close();
    if (run) this.#latest.end(run.id, endWith('interview_ended'));
  }
}
