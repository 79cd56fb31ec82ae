import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import * as Y from 'yjs';

/** Operation id of the seed, so that no document is seeded twice. */
export const SEED_OP_ID = 'seed-0001';
// A fixed client id, so that the text has the same identity on every replica.
const SEED_CLIENT_ID = 1;

/** The Yjs update that inserts the default text, identical for every document. */
export const SEED_UPDATE: Uint8Array = makeSeed();

function makeSeed(): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = SEED_CLIENT_ID;
  doc.getText(SHARED_TEXT).insert(0, DEFAULT_CODE);
  return Y.encodeStateAsUpdate(doc);
}
