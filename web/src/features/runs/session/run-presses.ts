import { abilityFor } from './ability.ts';
import type { DeviceRuns } from './device-runs.ts';
import type { LatestRun } from './latest-run.ts';
import { offerFor, placeOf } from './place.ts';
import type { RunStarter } from './run-starter.ts';
import type { RunRoom } from './run-room.ts';

/** A press on a run that began within this time is the second half of a double click (ms). */
const DOUBLE_CLICK_MS = 400;

/** What a press alone does not choose. */
export interface StartChoices {
  /** Another language than the document's. */
  language?: string;
  /** Runs on this device, with a download where it needs one. */
  isHere?: boolean;
}

interface RunPressesOptions {
  room: RunRoom;
  latest: LatestRun;
  runs: DeviceRuns;
  starter: RunStarter;
  /** Input of the next run. */
  stdin: () => string;
}

/** Carries out the user's presses on Run, Stop and "Run again here". */
export class RunPresses {
  readonly #options: RunPressesOptions;
  #startedAt = -Infinity;
  #isClosed = false;

  constructor(options: RunPressesOptions) {
    this.#options = options;
  }

  /** Runs the code, or stops the room's run. */
  async press(choices: StartChoices): Promise<void> {
    const { room, latest } = this.#options;
    const { language = room.state.get().language } = choices;
    const ability = this.#isClosed ? 'off' : abilityFor(latest.state, room, language);
    if (ability === 'stop' && performance.now() - this.#startedAt >= DOUBLE_CLICK_MS) this.stop();
    if (ability === 'run') await this.#starting(() => this.#start(language, choices));
  }

  /** Stops the room's run, on whichever device it is. */
  stop(): void {
    const { room, latest, runs } = this.#options;
    const { run } = latest;
    if (!run || run.end) return;
    const own = runs.find(run.id);
    if (!own) return void this.#stopElsewhere(run.id);
    if (!room.isAlone) latest.stop(run.id, room.userName);
    // So that the others learn who did.
    if (room.state.get().isConnected) void room.request('run:stop', { id: run.id });
    own.stop();
  }

  /** Answers the program that waits for a line; null ends its input. Resolves with whether it got the answer. */
  async answer(text: string | null): Promise<boolean> {
    const { room, latest, runs } = this.#options;
    const { run, ask } = latest.state;
    if (!run || ask === null) return false;
    const own = runs.find(run.id);
    if (own && !room.state.get().isConnected) runs.continueAlone(own);
    if (own?.isOffline) {
      own.answer(ask, text);
      return true;
    }
    const ack = await room.request('run:answer', { id: run.id, ask, text });
    if (!ack.ok) room.notify(ack.error.message);
    return ack.ok;
  }

  /** Repeats the room's latest run on this device, with its text and input. */
  async runAgainHere(): Promise<void> {
    const { latest, starter } = this.#options;
    const { run, isStarting } = latest.state;
    if (run?.end && !isStarting && !this.#isClosed) await this.#starting(() => starter.startAgain(run));
  }

  close(): void {
    this.#isClosed = true;
  }

  async #stopElsewhere(id: string): Promise<void> {
    const { room } = this.#options;
    const ack = await room.request('run:stop', { id });
    if (!ack.ok && !this.#isClosed) room.notify(ack.error.message);
  }

  async #starting(start: () => Promise<void>): Promise<void> {
    const { latest } = this.#options;
    this.#startedAt = performance.now();
    latest.set({ isStarting: true, offer: null });
    await start();
    latest.set({ isStarting: false });
  }

  async #start(language: string, { isHere = false }: StartChoices): Promise<void> {
    const { room, latest, starter, stdin } = this.#options;
    await room.flush();
    const place = isHere ? 'here' : await placeOf(room, language, latest.state.engineLanguages);
    if (place === 'offer') latest.set({ offer: offerFor(room, language) });
    else await starter.start({ language, place, stdin: stdin() });
  }
}
