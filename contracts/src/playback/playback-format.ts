import type { PlaybackQuestion, PlaybackScorecard } from './playback-extras.ts';
import type { PlaybackEdit, PlaybackEvent, PlaybackHead, PlaybackRun } from './playback.ts';

// Global in browsers and Node.js, whose types the contracts do not load.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

/** The content of a frame: JSON, packed edits, or nothing. */
const KINDS = { head: 1, events: 2, runs: 3, edits: 4, end: 5, questions: 6, scorecards: 7 } as const;

const KNOWN_KINDS: ReadonlySet<number> = new Set(Object.values(KINDS));

/** A frame: a part of a playback. The `end` shows that nothing is missing. */
export type PlaybackFrame =
  | { kind: 'head'; head: PlaybackHead }
  | { kind: 'events'; events: PlaybackEvent[] }
  | { kind: 'runs'; runs: PlaybackRun[] }
  | { kind: 'questions'; questions: PlaybackQuestion[] }
  | { kind: 'scorecards'; scorecards: PlaybackScorecard[] }
  | { kind: 'edits'; edits: PlaybackEdit[] }
  | { kind: 'end' };

/** A kind byte and the payload's length. */
const HEADER_BYTES = 5;
/** Larger than any frame that the server sends. */
const FRAME_MAX_BYTES = 64 * 1024 * 1024;

/** Returns a frame as bytes. */
export function encodeFrame(frame: PlaybackFrame): Uint8Array {
  const payload = encodePayload(frame);
  const bytes = new Uint8Array(HEADER_BYTES + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, KINDS[frame.kind]);
  view.setUint32(1, payload.length);
  bytes.set(payload, HEADER_BYTES);
  return bytes;
}

function encodePayload(frame: PlaybackFrame): Uint8Array {
  if (frame.kind === 'edits') return packEdits(frame.edits);
  if (frame.kind === 'end') return new Uint8Array(0);
  return new TextEncoder().encode(JSON.stringify(contentOf(frame)));
}

function contentOf(frame: Exclude<PlaybackFrame, { kind: 'edits' | 'end' }>): unknown {
  if (frame.kind === 'head') return frame.head;
  if (frame.kind === 'events') return frame.events;
  if (frame.kind === 'runs') return frame.runs;
  return frame.kind === 'questions' ? frame.questions : frame.scorecards;
}

/** Collects the bytes of a stream into frames. */
export class FrameReader {
  #bytes: Uint8Array = new Uint8Array(0);

  /** Returns the frames that are complete with these bytes. Throws if the bytes are not a playback. */
  add(bytes: Uint8Array): PlaybackFrame[] {
    this.#bytes = this.#bytes.length === 0 ? bytes : concat(this.#bytes, bytes);
    const frames: PlaybackFrame[] = [];
    for (let frame = this.#next(); frame; frame = this.#next()) frames.push(frame);
    return frames;
  }

  #next(): PlaybackFrame | null {
    if (this.#bytes.length < HEADER_BYTES) return null;
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, HEADER_BYTES);
    const end = HEADER_BYTES + view.getUint32(1);
    if (end > FRAME_MAX_BYTES) throw new Error('This is no playback.');
    if (this.#bytes.length < end) return null;
    const payload = this.#bytes.subarray(HEADER_BYTES, end);
    this.#bytes = this.#bytes.subarray(end);
    return decodeFrame(view.getUint8(0), payload);
  }
}

function decodeFrame(kind: number, payload: Uint8Array): PlaybackFrame {
  if (kind === KINDS.edits) return { kind: 'edits', edits: unpackEdits(payload) };
  if (kind === KINDS.end) return { kind: 'end' };
  if (!KNOWN_KINDS.has(kind)) throw new Error('This is no playback.');
  const content: unknown = JSON.parse(new TextDecoder().decode(payload));
  if (kind === KINDS.head) return { kind: 'head', head: content as PlaybackHead };
  if (kind === KINDS.events) return { kind: 'events', events: content as PlaybackEvent[] };
  if (kind === KINDS.runs) return { kind: 'runs', runs: content as PlaybackRun[] };
  if (kind === KINDS.questions) return { kind: 'questions', questions: content as PlaybackQuestion[] };
  return { kind: 'scorecards', scorecards: content as PlaybackScorecard[] };
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Numbers before the bytes of an edit, each of at most this many bytes. */
const NUMBERS_OF_EDIT = 4;
const NUMBER_MAX_BYTES = 8;

// Ids and times are differences to the edit before, because those mostly take one or two bytes.
function packEdits(edits: readonly PlaybackEdit[]): Uint8Array {
  const most = edits.reduce((sum, { bytes }) => sum + bytes.length + NUMBERS_OF_EDIT * NUMBER_MAX_BYTES, 0);
  const packed = new Uint8Array(most);
  let position = 0;
  const put = (value: number) => (position = putNumber(packed, position, value));
  let [lastId, lastAt] = [0, 0];
  for (const { id, at, by, bytes } of edits) {
    put(id - lastId);
    put(signed(Math.round(at) - lastAt));
    put(by === null ? 0 : by + 1);
    put(bytes.length);
    packed.set(bytes, position);
    position += bytes.length;
    [lastId, lastAt] = [id, Math.round(at)];
  }
  return packed.slice(0, position);
}

function unpackEdits(packed: Uint8Array): PlaybackEdit[] {
  const edits: PlaybackEdit[] = [];
  let position = 0;
  const take = () => {
    const { value, end } = takeNumber(packed, position);
    position = end;
    return value;
  };
  for (let id = 0, at = 0; position < packed.length;) {
    id += take();
    at += unsigned(take());
    const by = take();
    const length = take();
    // A view: the edits of a piece share its bytes.
    edits.push({ id, at, by: by === 0 ? null : by - 1, bytes: packed.subarray(position, position + length) });
    position += length;
  }
  return edits;
}

// Zigzag: small negative numbers stay small.
const signed = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);
const unsigned = (value: number) => (value % 2 === 1 ? -(value + 1) / 2 : value / 2);

// Division in place of shifts: ids exceed 32 bits.
function putNumber(bytes: Uint8Array, start: number, value: number): number {
  let [rest, position] = [value, start];
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[position++] = 128 + (rest % 128);
  bytes[position++] = rest;
  return position;
}

function takeNumber(bytes: Uint8Array, start: number): { value: number; end: number } {
  let [value, position] = [0, start];
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[position++];
    if (byte === undefined) throw new Error('This is no playback.');
    value += (byte % 128) * scale;
    if (byte < 128) return { value, end: position };
  }
}
