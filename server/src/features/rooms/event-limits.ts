import { openDocument } from '@cip/contracts/document-events';
import { TokenBucket } from './token-bucket.ts';

/** Events one socket may send in a second, and in one burst: 40 edits, 20 cursors and the rest stay below. */
const EVENTS_PER_SECOND = 80;
const EVENTS_BURST = 240;
/** Base64 characters of edits one socket may send in a second (128 KB of bytes), and in one burst (a full paste). */
const UPDATE_CHARS_PER_SECOND = 175_000;
const UPDATE_CHARS_BURST = 2_000_000;
/** Characters of full texts a plain client may send in a second, and in one burst: 50 KB eight times a second fits. */
const TEXT_CHARS_PER_SECOND = 1_000_000;
const TEXT_CHARS_BURST = 4_000_000;

/**
 * How often one socket may open its document in a second, and at once: the answer is the whole text where a client says
 * that it has nothing.
 */
const OPENINGS_PER_SECOND = 2;
const OPENINGS_BURST = 20;

/** How much one socket may send, so that a noisy one costs the others nothing. */
export class EventLimits {
  readonly #events = new TokenBucket(EVENTS_PER_SECOND, EVENTS_BURST);
  readonly #updates = new TokenBucket(UPDATE_CHARS_PER_SECOND, UPDATE_CHARS_BURST);
  readonly #texts = new TokenBucket(TEXT_CHARS_PER_SECOND, TEXT_CHARS_BURST);
  readonly #openings = new TokenBucket(OPENINGS_PER_SECOND, OPENINGS_BURST);

  /** Counts an event by its name and whatever it carries; false when it is too much. */
  admit(event: string, payload: unknown): boolean {
    return (
      this.#events.take() &&
      (event !== openDocument.name || this.#openings.take()) &&
      this.#updates.take(lengthOf(payload, 'update')) &&
      this.#texts.take(lengthOf(field(payload, 'data'), 'code'))
    );
  }
}

function lengthOf(value: unknown, name: string): number {
  const text = field(value, name);
  return typeof text === 'string' ? text.length : 0;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
