import { PlainReader, type PushText } from './full-text-client.ts';
import type { Delta } from './text-delta.ts';

/** A plain client that comes back this soon may still show what its lost connection showed, in milliseconds. */
const REMEMBER_DEPARTED_MS = 60_000;

/** The plain clients of one document on this node, and for a while what those showed that lost their connection. */
export class PlainReaders {
  readonly #readers = new Map<string, PlainReader>();
  readonly #departed = new Map<string, { reader: PlainReader; until: number }>();

  get size(): number {
    return this.#readers.size;
  }

  /** Whether anybody has to be told of changes. */
  get isFollowing(): boolean {
    return this.#readers.size > 0 || this.#departed.size > 0;
  }

  get(readerId: string): PlainReader | undefined {
    return this.#readers.get(readerId);
  }

  /** Adds a reader; one whose person just lost a connection may show what that one showed. */
  add(readerId: string, participantId: string, text: () => string, push: PushText): PlainReader {
    const reader = new PlainReader(participantId, text, push, this.#departed.get(participantId)?.reader);
    this.#departed.delete(participantId);
    this.#readers.set(readerId, reader);
    return reader;
  }

  /** Takes a reader out that goes on as another kind of client. */
  remove(readerId: string): void {
    this.#readers.get(readerId)?.close();
    this.#readers.delete(readerId);
  }

  /** Takes a reader out that may come back. */
  depart(readerId: string): void {
    const reader = this.#readers.get(readerId);
    if (!reader) return;
    this.remove(readerId);
    this.#departed.set(reader.participantId, { reader, until: Date.now() + REMEMBER_DEPARTED_MS });
  }

  /** Has to be told of every change of the document. */
  documentChanged(change: Delta): void {
    for (const reader of this.#readers.values()) reader.documentChanged(change);
    for (const [participantId, { reader, until }] of this.#departed)
      if (Date.now() < until) reader.documentChanged(change);
      else this.#departed.delete(participantId);
  }

  /** The texts that clients of a participant are taken to show. */
  shownTo(participantId: string): string[] {
    return [...this.#readers.values()].flatMap((reader) =>
      reader.participantId === participantId ? reader.shown : [],
    );
  }

  close(): void {
    for (const readerId of this.#readers.keys()) this.remove(readerId);
    this.#departed.clear();
  }
}
