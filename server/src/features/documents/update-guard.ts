import { CODE_MAX } from '@cip/contracts/common';
import { SHARED_TEXT } from '@cip/contracts/documents';
import * as Y from 'yjs';
import { AppError } from '../../errors.ts';

type DecodedStruct = ReturnType<typeof Y.decodeUpdate>['structs'][number];

/** Who may write under a Yjs client id: a participant, or this server for plain clients. */
export type ClientClaims = Map<number, string>;

const NONE: ReadonlySet<number> = new Set();

const resync = () => new AppError('resync', 'The edit does not fit the document. Open the document again.');
const refused = () => new AppError('invalid', 'The edit is not valid.');

/**
 * Checks an update before it touches the replica: it must decode, hold plain text only, connect to what the
 * document has, be written under client ids that are free, this participant's or granted to it (a forged id
 * makes replicas differ for ever), and keep the document under its size limit. Claims the free ids it uses. Throws
 * `resync` when something it builds on is missing, `invalid` or `too_large` otherwise.
 */
export function guardUpdate(
  doc: Y.Doc,
  claims: ClientClaims,
  { participantId, granted = NONE }: { participantId: string; granted?: ReadonlySet<number> | undefined },
  update: Uint8Array,
): void {
  const { structs, ds } = decode(update);
  const state = new Map(Y.decodeStateVector(Y.encodeStateVector(doc)));
  const writers = new Set<number>();
  let added = 0;
  for (const struct of structs) {
    const { client, clock } = struct.id;
    const known = state.get(client) ?? 0;
    if (clock > known) throw resync();
    if (clock + struct.length <= known) continue;
    if ((claims.get(client) ?? participantId) !== participantId && !granted.has(client)) throw refused();
    checkContent(struct);
    checkLinks(struct, state);
    state.set(client, clock + struct.length);
    if (!granted.has(client)) writers.add(client);
    added += textLength(struct);
  }
  for (const [client, ranges] of ds.clients)
    for (const range of ranges) if (range.clock + range.len > (state.get(client) ?? 0)) throw resync();
  if (added > 0 && doc.getText(SHARED_TEXT).length + added > CODE_MAX)
    throw new AppError('too_large', `The code may have at most ${CODE_MAX.toLocaleString('en-US')} characters.`);
  for (const client of writers) claims.set(client, participantId);
}

/** Claims every client id of a logged update for its participant. */
export function claimClients(claims: ClientClaims, participantId: string, update: Uint8Array): void {
  for (const client of writersOf(update)) if (!claims.has(client)) claims.set(client, participantId);
}

// An update begins with how many clients it has, and for the first its structs and its id. Most have one client, and
// a replay of thousands of rows need not decode their text for that.
function writersOf(update: Uint8Array): number[] {
  const clients = readVarUint(update, 0);
  if (clients.value === 0) return [];
  if (clients.value > 1) return Y.decodeUpdate(update).structs.map(({ id }) => id.client);
  const structs = readVarUint(update, clients.end);
  return [readVarUint(update, structs.end).value];
}

// Seven bits a byte, the lowest first; the eighth says that more follow.
function readVarUint(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  let factor = 1;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * factor;
    factor *= 0x80;
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return { value, end: bytes.length };
}

function decode(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> {
  try {
    return Y.decodeUpdate(update);
  } catch {
    throw refused();
  }
}

// Only text, and only with line feeds: other types have no place in the document, and a carriage return
// scrambles editors.
function checkContent(struct: DecodedStruct): void {
  if (struct instanceof Y.GC) return;
  if (!(struct instanceof Y.Item) || struct.parentSub !== null) throw refused();
  const { content } = struct;
  if (content instanceof Y.ContentDeleted) return;
  if (!(content instanceof Y.ContentString) || content.str.includes('\r')) throw refused();
}

function checkLinks(struct: DecodedStruct, state: Map<number, number>): void {
  if (!(struct instanceof Y.Item)) return;
  const parent: unknown = struct.parent;
  if (parent !== null && parent !== SHARED_TEXT) throw refused();
  for (const link of [struct.origin, struct.rightOrigin])
    if (link && link.clock >= (state.get(link.client) ?? 0)) throw resync();
}

function textLength(struct: DecodedStruct): number {
  return struct instanceof Y.Item && struct.content instanceof Y.ContentString ? struct.length : 0;
}
