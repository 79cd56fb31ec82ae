import { CLIENT_IDS_EACH } from '@cip/contracts/document-events';
import * as Y from 'yjs';

/**
 * Makes `doc` write under one of the client ids that begin at `first`: nobody else can write under those. Keeps an id
 * that is one of them. Returns whether the id changed.
 */
export function assignClientId(doc: Y.Doc, first: number): boolean {
  // A server of an earlier release names none.
  if (!Number.isInteger(first) || isWithin(doc.clientID, first)) return false;
  do doc.clientID = first + Math.floor(Math.random() * CLIENT_IDS_EACH);
  while (Y.getState(doc.store, doc.clientID) > 0);
  return true;
}

const isWithin = (client: number, first: number) => client >= first && client < first + CLIENT_IDS_EACH;
