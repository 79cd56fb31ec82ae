import { SHARED_TEXT } from '@cip/contracts/documents';
import type { Payload } from '@cip/contracts/events';
import type { moveCursor } from '@cip/contracts/document-events';
import type { Participant } from '@cip/contracts/rooms';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '../../../errors.ts';
import { ByteReader } from '../yjs/byte-reader.ts';

const NO_CLIENT = 0;
const ONE_CLIENT = 1;
/** A line number beyond this is nonsense. */
const LINE_MAX = 1_000_000;
/** Longest word by which a page asks the others to show themselves, in characters. */
const HELLO_MAX = 40;

const Whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Place = Type.Object({
  type: Type.Null(),
  tname: Type.Literal(SHARED_TEXT),
  item: Type.Union([Type.Null(), Type.Object({ client: Whole, clock: Whole })]),
  assoc: Type.Integer({ minimum: -1, maximum: 1 }),
});
const CursorState = Type.Union([
  Type.Null(),
  Type.Object({
    cursor: Type.Optional(Type.Union([Type.Null(), Type.Object({ anchor: Place, head: Place })])),
    typingLine: Type.Optional(Type.Union([Type.Null(), Type.Integer({ minimum: 1, maximum: LINE_MAX })])),
    hello: Type.Optional(Type.String({ maxLength: HELLO_MAX })),
  }),
]);
const isCursorState = Compile(CursorState);

const refused = () => new AppError('invalid', 'The cursor is not valid.');

/**
 * Returns a participant's cursor as the others get it, as base64: the place is the sender's word, who it belongs to is
 * not. Null for an update of no cursor. Throws `invalid` for anything but one under the client id that the event names.
 */
export function cursorOf(participant: Participant, { clientId, update }: Payload<typeof moveCursor>): string | null {
  const bytes = Buffer.from(update, 'base64');
  const read = new ByteReader(bytes);
  const count = read.uint();
  if (count === NO_CLIENT && bytes.length === 1) return null;
  if (count !== ONE_CLIENT || read.uint() !== clientId) throw refused();
  read.uint();
  const stateAt = read.at;
  const size = read.uint();
  if (read.isBroken || read.at + size !== bytes.length) throw refused();
  const state = readState(bytes.toString('utf8', read.at));
  const told = Buffer.from(JSON.stringify(state && identified(state, participant)));
  return Buffer.concat([bytes.subarray(0, stateAt), Buffer.from(varUint(told.length)), told]).toString('base64');
}

function readState(json: string): Static<typeof CursorState> {
  try {
    const state: unknown = JSON.parse(json);
    if (isCursorState.Check(state)) return state;
  } catch {
    // Refused like any other text that is no state.
  }
  throw refused();
}

function identified(
  { cursor = null, typingLine = null, hello }: NonNullable<Static<typeof CursorState>>,
  { id, name, type }: Participant,
) {
  return {
    user: { id, name, type },
    cursor: cursor && { anchor: place(cursor.anchor), head: place(cursor.head) },
    typingLine,
    hello,
  };
}

// Nothing but what is known is passed on.
function place({ type, tname, item, assoc }: Static<typeof Place>): Static<typeof Place> {
  return { type, tname, item: item && { client: item.client, clock: item.clock }, assoc };
}

// As Yjs writes numbers: seven bits a byte, the lowest first.
function varUint(number: number): number[] {
  const bytes: number[] = [];
  let left = number;
  for (; left > 0x7f; left >>>= 7) bytes.push((left & 0x7f) | 0x80);
  return [...bytes, left];
}
