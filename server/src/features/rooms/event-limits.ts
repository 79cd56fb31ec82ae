import { changeLanguage, moveCursor, noteOffline, openDocument } from '@cip/contracts/document-events';
import { removeParticipant, sessionEnded, subscribe, typingModeChanged, unsubscribe } from '@cip/contracts/rooms';
import { TokenBucket } from './token-bucket.ts';

/** Events one participant may send in a second, and in one burst: 40 edits, 20 cursors and the rest stay below. */
const EVENTS_PER_SECOND = 80;
const EVENTS_BURST = 240;
/** Base64 characters of edits one participant may send in a second (128 KB of bytes), and in one burst (a full paste). */
const UPDATE_CHARS_PER_SECOND = 175_000;
const UPDATE_CHARS_BURST = 2_000_000;
/** Characters of full texts of plain clients in a second, and in one burst: 50 KB eight times a second fits. */
const TEXT_CHARS_PER_SECOND = 1_000_000;
const TEXT_CHARS_BURST = 4_000_000;
/** Refused events in a second, and in one burst, before the connection is closed: a client that slows down stays. */
const REFUSALS_PER_SECOND = 20;
const REFUSALS_BURST = 2_000;

/**
 * How often one participant may do what costs more than an edit, in a second and in one burst. Opening a document may
 * answer with the whole text; the others ask the database or tell the whole room. The bursts are for four devices that
 * come back at the same moment, and for somebody who tries one language after the other.
 */
const KINDS: Record<string, { perSecond: number; burst: number }> = {
  [openDocument.name]: { perSecond: 4, burst: 40 },
  [moveCursor.name]: { perSecond: 40, burst: 80 },
  [changeLanguage.name]: { perSecond: 2, burst: 10 },
  [noteOffline.name]: { perSecond: 1, burst: 20 },
  [subscribe.name]: { perSecond: 2, burst: 20 },
  [unsubscribe.name]: { perSecond: 2, burst: 20 },
  [typingModeChanged.name]: { perSecond: 2, burst: 10 },
  [removeParticipant.name]: { perSecond: 2, burst: 20 },
  [sessionEnded.name]: { perSecond: 1, burst: 5 },
};

/** How much one participant may send, over all their sockets on this node, so that a noisy one costs others nothing. */
export class EventLimits {
  readonly #events = new TokenBucket(EVENTS_PER_SECOND, EVENTS_BURST);
  readonly #updates = new TokenBucket(UPDATE_CHARS_PER_SECOND, UPDATE_CHARS_BURST);
  readonly #texts = new TokenBucket(TEXT_CHARS_PER_SECOND, TEXT_CHARS_BURST);
  readonly #refusals = new TokenBucket(REFUSALS_PER_SECOND, REFUSALS_BURST);
  readonly #kinds = new Map(
    Object.entries(KINDS).map(([name, { perSecond, burst }]) => [name, new TokenBucket(perSecond, burst)]),
  );

  /** Counts an event by its name and whatever it carries; false when it is too much. */
  admit(event: string, payload: unknown): boolean {
    return (
      this.#events.take() &&
      this.#kinds.get(kindOf(event, payload))?.take() !== false &&
      this.#updates.take(lengthOf(payload, 'update')) &&
      this.#texts.take(lengthOf(field(payload, 'data'), 'code'))
    );
  }

  /** Counts a refused event; false when there were so many that the client does not listen. */
  refuse(): boolean {
    return this.#refusals.take();
  }
}

/** The name of an event, of a custom one the name it carries. */
function kindOf(event: string, payload: unknown): string {
  const custom = event === 'custom:event' ? field(payload, 'event') : undefined;
  return typeof custom === 'string' ? custom : event;
}

function lengthOf(value: unknown, name: string): number {
  const text = field(value, name);
  return typeof text === 'string' ? text.length : 0;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
