import { AppError } from '../../../errors.ts';

/** Pages of one participant whose cursors are shown: every other page draws each of them. */
const CURSORS_PER_PARTICIPANT = 2;

/** Limits how many cursors each participant of a document shows on this node. */
export class CursorLimits {
  readonly #cursors = new Map<string, { participantId: string; client: number }>();

  /** Records a cursor. Throws `limit_reached` if its participant shows too many. */
  add(client: number, { socketId, participantId }: { socketId: string; participantId: string }): void {
    const others = [...this.#cursors].flatMap(([otherSocketId, cursor]) =>
      otherSocketId !== socketId && cursor.participantId === participantId ? [cursor.client] : [],
    );
    if (new Set([...others, client]).size > CURSORS_PER_PARTICIPANT)
      throw new AppError('limit_reached', 'Two other pages of yours already show their cursors.');
    this.#cursors.set(socketId, { participantId, client });
  }

  /** Removes the cursor of a socket that left. */
  remove(socketId: string): void {
    this.#cursors.delete(socketId);
  }
}
