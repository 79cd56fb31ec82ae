import type { Run, RunEnd, Runner, RunPiece } from '@cip/contracts/runs/runs';
import { createAtom } from '@tanstack/store';
import { OrderedPieces } from './ordered-pieces.ts';
import { NO_RUNS } from './run-state.ts';
import type { RunsState } from './run-state.ts';

/** The state of a run that has just begun. */
const JUST_BEGUN = {
  isOutOfReach: false,
  isCleared: false,
  progress: null,
  loaded: null,
  ask: null,
  offer: null,
  stoppedBy: null,
  lacks: '',
} satisfies Partial<RunsState>;

/** The state of the room's latest run. What concerns another run, or comes after the end, changes nothing. */
export class LatestRun {
  readonly store = createAtom<RunsState>(NO_RUNS);
  #output = new OrderedPieces();
  /** Number of the last line that was answered: a reading may be older than that. */
  #answered = 0;

  get state(): RunsState {
    return this.store.get();
  }

  get run(): Run | null {
    return this.state.run;
  }

  set(change: Partial<RunsState>): void {
    this.store.set((state) => ({ ...state, ...change }));
  }

  /** Shows a run, in place of the present one unless it is the same. */
  show(run: Run | null, pieces: readonly RunPiece[] = []): void {
    const isSame = run?.id === this.run?.id;
    if (!isSame) this.#reset();
    this.#output.add(...pieces);
    const end = (isSame ? this.run?.end : null) ?? run?.end ?? null;
    this.set({
      run: run && { ...run, end },
      pieces: this.#output.pieces,
      ...(!isSame && JUST_BEGUN),
    });
  }

  /** Shows a run from its beginning, also when it is the same, with the lines of others that it lacks. */
  restart(run: Run, lacks: string): void {
    this.#reset();
    this.set({ run, pieces: [], ...JUST_BEGUN, lacks });
  }

  /** Adds a piece; returns false when one before it, or its run, is missing. */
  add(id: string, piece: RunPiece): boolean {
    if (this.run?.id !== id) return false;
    if (!this.#isOpen(id)) return true;
    if (this.#output.add(piece)) this.set({ pieces: this.#output.pieces });
    return !this.#output.hasGap;
  }

  claim(id: string, runner: Runner): void {
    if (this.run && this.#isOpen(id)) this.set({ run: { ...this.run, runner } });
  }

  /** Notes how far another device has loaded the run's language (percent). */
  load(id: string, loaded: number): void {
    if (this.#isOpen(id)) this.set({ loaded });
  }

  /** Notes that another device's program waits for a line, unless that was answered. */
  ask(id: string, ask: number | null): void {
    if (this.#isOpen(id)) this.set({ ask: ask !== null && ask > this.#answered ? ask : null });
  }

  /** Notes that a line was answered. */
  answer(id: string, ask: number): void {
    if (!this.#isOpen(id)) return;
    this.#answered = Math.max(this.#answered, ask);
    if (this.state.ask === ask) this.set({ ask: null });
  }

  /** Notes who asked to stop a run: the first who did. */
  stop(id: string, name: string): void {
    if (this.#isOpen(id)) this.set({ stoppedBy: this.state.stoppedBy ?? name });
  }

  /** Ends a run; returns false when a piece of its output is missing. */
  end(id: string, end: RunEnd): boolean {
    if (this.run && this.#isOpen(id)) this.set({ run: { ...this.run, end }, progress: null, ask: null });
    return this.run?.id !== id || !this.#output.hasGap;
  }

  #reset(): void {
    this.#output = new OrderedPieces();
    this.#answered = 0;
  }

  #isOpen(id: string): boolean {
    return this.run?.id === id && this.run.end === null;
  }
}
