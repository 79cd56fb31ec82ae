import { FileText } from '@cip/contracts/rooms/files';
import type { Payload } from '@cip/contracts/protocol/events';
import type { moveCursor } from '@cip/contracts/rooms/document-events';
import type { Participant } from '@cip/contracts/rooms/rooms';
import { createDecoder, readVarUint, type Decoder } from 'lib0/decoding';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '../../../errors.ts';

const NO_CLIENT = 0;
const ONE_CLIENT = 1;
/** Largest line number that a cursor may name. */
const LINE_MAX = 1_000_000;
/** Largest clock of a cursor; it counts the changes of one page. */
const CLOCK_MAX = 2 ** 49 - 1;
/** Longest `hello`, by which a page requests the cursors of the others, in characters. */
const HELLO_MAX = 40;

const UnsignedInteger = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Position = Type.Object({
  type: Type.Null(),
  tname: FileText,
  item: Type.Union([Type.Null(), Type.Object({ client: UnsignedInteger, clock: UnsignedInteger })]),
  assoc: Type.Integer({ minimum: -1, maximum: 1 }),
});
const CursorState = Type.Union([
  Type.Null(),
  Type.Object({
    cursor: Type.Optional(Type.Union([Type.Null(), Type.Object({ anchor: Position, head: Position })])),
    typingLine: Type.Optional(Type.Union([Type.Null(), Type.Integer({ minimum: 1, maximum: LINE_MAX })])),
    hello: Type.Optional(Type.String({ maxLength: HELLO_MAX })),
  }),
]);
const isCursorState = Compile(CursorState);

const invalidCursor = () => new AppError('invalid', 'The cursor is not valid.');

/**
 * Returns a cursor as it is sent to the other clients, as base64: the position comes from the sender, the identity from
 * the server. Returns null if the update has no cursor. Throws `invalid` if it does not hold exactly one, under the
 * client id that the event names.
 */
export function identifyCursor(
  participant: Participant,
  { clientId, update }: Payload<typeof moveCursor>,
): string | null {
  const bytes = Buffer.from(update, 'base64');
  const decoder = createDecoder(bytes);
  const count = readNumber(decoder);
  if (count === NO_CLIENT && bytes.length === 1) return null;
  if (count !== ONE_CLIENT || readNumber(decoder) !== clientId) throw invalidCursor();
  if (readNumber(decoder) > CLOCK_MAX) throw invalidCursor();
  const stateAt = decoder.pos;
  const size = readNumber(decoder);
  if (decoder.pos + size !== bytes.length) throw invalidCursor();
  const state = readState(bytes.toString('utf8', decoder.pos));
  const json = Buffer.from(JSON.stringify(state && withIdentity(state, participant)));
  return Buffer.concat([bytes.subarray(0, stateAt), Buffer.from(varUint(json.length)), json]).toString('base64');
}

function readNumber(decoder: Decoder): number {
  try {
    return readVarUint(decoder);
  } catch {
    throw invalidCursor();
  }
}

function readState(text: string): Static<typeof CursorState> {
  try {
    const state: unknown = JSON.parse(text);
    if (isCursorState.Check(state)) return state;
  } catch {
    // Falls through to the refusal.
  }
  throw invalidCursor();
}

function withIdentity(
  { cursor = null, typingLine = null, hello }: NonNullable<Static<typeof CursorState>>,
  { id, name, type }: Participant,
) {
  return {
    user: { id, name, type },
    cursor: cursor && { anchor: position(cursor.anchor), head: position(cursor.head) },
    typingLine,
    hello,
  };
}

// Unknown fields are dropped.
function position({ type, tname, item, assoc }: Static<typeof Position>): Static<typeof Position> {
  return { type, tname, item: item && { client: item.client, clock: item.clock }, assoc };
}

// Yjs variable-length integer: seven bits a byte, lowest first.
function varUint(number: number): number[] {
  const bytes: number[] = [];
  let left = number;
  for (; left > 0x7f; left >>>= 7) bytes.push((left & 0x7f) | 0x80);
  return [...bytes, left];
}
