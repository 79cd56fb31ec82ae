import type { Run, RunEnd, Runner, RunPiece } from '@cip/contracts/runs/runs';
import { createAtom } from '@tanstack/store';
import { JUST_BEGUN, NO_RUNS } from './run-state.ts';
import type { RunPhase, RunsState } from './run-state.ts';

interface Holder {
  /** The run that this device executes or delivers. */
  own: string | null;
  isStarting: boolean;
  isConnected: boolean;
}

/** The state of the room's latest run. If a report is about another run, or comes after the end, it changes nothing. */
export class LatestRun {
  readonly store = createAtom<RunsState>(NO_RUNS);
  #holder: Holder = { own: null, isStarting: false, isConnected: true };
  #output = new OrderedPieces();
  /** Number of the last line that was answered, because a reading may be older than that. */
  #answered = 0;

  get state(): RunsState {
    return this.store.get();
  }

  get run(): Run | null {
    return this.state.run;
  }

  /** The server has not answered a start of this page. */
  get isStarting(): boolean {
    return this.#holder.isStarting;
  }

  set(change: Partial<Omit<RunsState, 'phase'>>): void {
    this.store.set((state) => {
      const next = { ...state, ...change };
      return { ...next, phase: this.#phaseOf(next.run) };
    });
  }

  /** Notes the facts besides the run itself that decide who has it. */
  note(change: Partial<Holder>): void {
    this.#holder = { ...this.#holder, ...change };
    this.set({});
  }

  /** Shows a run in place of the present one, unless it is the same. */
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

  /** Shows a run from its beginning, even if it is the same, with the lines of others that it lacks. */
  restart(run: Run, lacks: string): void {
    this.#reset();
    this.set({ run, pieces: [], ...JUST_BEGUN, lacks });
  }

  /** Adds a piece; returns false if one before it, or its run, is missing. */
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

  /** Notes that another device's program waits for a line, if that was not answered. */
  ask(id: string, ask: number | null): void {
    if (this.#isOpen(id)) this.set({ ask: ask !== null && ask > this.#answered ? ask : null });
  }

  /** Notes that a line was answered. */
  answer(id: string, ask: number): void {
    if (!this.#isOpen(id)) return;
    this.#answered = Math.max(this.#answered, ask);
    if (this.state.ask === ask) this.set({ ask: null });
  }

  /** Notes the name of the first participant who requested the end of a run. */
  stop(id: string, name: string): void {
    if (this.#isOpen(id)) this.set({ stoppedBy: this.state.stoppedBy ?? name });
  }

  /** Ends a run; returns false if a piece of its output is missing. */
  end(id: string, end: RunEnd): boolean {
    if (this.run && this.#isOpen(id)) this.set({ run: { ...this.run, end }, progress: null, ask: null });
    return this.run?.id !== id || !this.#output.hasGap;
  }

  #reset(): void {
    this.#output = new OrderedPieces();
    this.#answered = 0;
  }

  #phaseOf(run: Run | null): RunPhase {
    const { own, isStarting, isConnected } = this.#holder;
    if (run !== null && run.end === null) {
      if (own === run.id) return 'here';
      if (isConnected) return run.runner ? 'elsewhere' : 'offered';
    }
    if (isStarting) return 'requested';
    return run ? 'over' : 'idle';
  }

  #isOpen(id: string): boolean {
    return this.run?.id === id && this.run.end === null;
  }
}

/** Puts a run's pieces in order: an early piece waits for the earlier ones, a repeated one is dropped. */
class OrderedPieces {
  #pieces: readonly RunPiece[] = [];
  readonly #early = new Map<number, RunPiece>();

  /** The pieces from the first on, without gaps. */
  get pieces(): readonly RunPiece[] {
    return this.#pieces;
  }

  /** Whether a piece is missing between others. */
  get hasGap(): boolean {
    return this.#early.size > 0;
  }

  /** Adds pieces; returns whether `pieces` changed. */
  add(...added: readonly RunPiece[]): boolean {
    for (const piece of added) if (piece.seq >= this.#pieces.length) this.#early.set(piece.seq, piece);
    const next: RunPiece[] = [];
    for (let seq = this.#pieces.length; ; seq++) {
      const piece = this.#early.get(seq);
      if (!piece) break;
      this.#early.delete(seq);
      next.push(piece);
    }
    if (next.length > 0) this.#pieces = [...this.#pieces, ...next];
    return next.length > 0;
  }
}
