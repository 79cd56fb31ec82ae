import type { RunPiece } from '@cip/contracts/runs/runs';

/** Puts a run's pieces in order: one that comes early waits for those before it, a repeated one is dropped. */
export class OrderedPieces {
  #pieces: readonly RunPiece[] = [];
  readonly #early = new Map<number, RunPiece>();

  /** The pieces from the first on, without gaps. */
  get pieces(): readonly RunPiece[] {
    return this.#pieces;
  }

  /** Whether a piece is missing between those that arrived. */
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
