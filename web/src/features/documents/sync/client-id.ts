import { CLIENT_IDS_EACH } from '@cip/contracts/rooms/text-limits';
import * as Y from 'yjs';

/**
 * Assigns `doc` one of the client ids from `first` on, under which no other participant can write. If its id is already
 * one of them, it stays. Returns whether the id changed.
 */
export function assignClientId(doc: Y.Doc, first: number): boolean {
  // A server of an earlier release issues none.
  if (!Number.isInteger(first) || isWithin(doc.clientID, first)) return false;
  do doc.clientID = first + Math.floor(Math.random() * CLIENT_IDS_EACH);
  while (Y.getState(doc.store, doc.clientID) > 0);
  return true;
}

const isWithin = (client: number, first: number) => client >= first && client < first + CLIENT_IDS_EACH;
