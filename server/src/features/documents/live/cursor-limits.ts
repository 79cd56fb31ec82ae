import { AppError } from '../../../errors.ts';

/** Pages of one participant whose cursors are shown: each of the others draws every one of them. */
const CURSORS_EACH = 2;

/** Bounds how many cursors each participant of a document shows on this node. */
export class CursorSeats {
  readonly #seats = new Map<string, { participantId: string; client: number }>();

  /** Notes a cursor. Throws `limit_reached` when its participant shows too many. */
  take(client: number, { readerId, participantId }: { readerId: string; participantId: string }): void {
    const others = [...this.#seats].flatMap(([reader, seat]) =>
      reader !== readerId && seat.participantId === participantId ? [seat.client] : [],
    );
    if (new Set([...others, client]).size > CURSORS_EACH)
      throw new AppError('limit_reached', 'Two other pages of yours show their cursors already.');
    this.#seats.set(readerId, { participantId, client });
  }

  /** Frees what a reader that left has taken. */
  leave(readerId: string): void {
    this.#seats.delete(readerId);
  }
}
