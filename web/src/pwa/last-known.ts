import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { DBSchema } from 'idb';
import { inDatabase } from '../shared/device/device-connection.ts';
import type { DatabaseOnDevice } from '../shared/device/device-connection.ts';
import { logProblem } from '../shared/log.ts';
import { storedOwner, storedToken } from '../shared/device/stored-account.ts';
import { LAST_KNOWN_DATABASE } from '../shared/device/storage-keys.ts';

/** The queries that are persisted: lists, figures and scorecards of the signed-in pages. Code is never persisted. */
const PERSISTED = new Set<unknown>(['interviews', 'scorecards', 'subscription']);

/** The second parts of the keys of queries that are never persisted. */
const UNKEPT = new Set<unknown>(['room', 'states', 'search']);

interface Row {
  /** The account that read it; other accounts on this device never see it. */
  owner: string;
  hash: string;
  queryKey: QueryKey;
  data: unknown;
  /** When the server returned it, in milliseconds since 1970. */
  at: number;
}

interface LastKnownSchema extends DBSchema {
  rows: { key: [string, string]; value: Row };
}

const LAST_KNOWN: DatabaseOnDevice<LastKnownSchema> = {
  name: LAST_KNOWN_DATABASE,
  version: 1,
  upgrade: (database) => void database.createObjectStore('rows', { keyPath: ['owner', 'hash'] }),
};

/**
 * Restores the last queries of this account, if there are no newer ones, and persists later ones. Returns a function
 * that stops it. Removing the account from the device deletes the database.
 */
export function persistLastKnown(client: QueryClient): () => void {
  void restore(client).catch((error: unknown) => logProblem('Nothing can be cached for offline use', error));
  const cache = client.getQueryCache();
  // By token, because the account's identity may be confirmed while its list is being fetched.
  const requestedBy = new WeakMap<Query, string | null>(cache.getAll().map((query) => [query, storedToken()]));
  const persistIfOurs = (query: Query) => {
    const owner = storedOwner();
    if (owner !== null && storedToken() === requestedBy.get(query)) void persist(owner, query).catch(() => undefined);
  };
  // The screen rendered first; its queries may have succeeded already.
  for (const query of cache.getAll()) if (isPersisted(query) && query.state.status === 'success') persistIfOurs(query);
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || !isPersisted(event.query)) return;
    const { query, action } = event;
    if (action.type === 'fetch') requestedBy.set(query, storedToken());
    // If a reply arrives after the sign-out, it belongs to no account of this device.
    if (action.type === 'success' && !action.manual && cache.get(query.queryHash) === query) persistIfOurs(query);
  });
}

/**
 * Also the questions of an interview, because a room without a network needs their guides and tests. Not the interview
 * of a room, which contains its code, nor the states of scorecards and the results of searches, whose keys contain the
 * ids of the page shown or what was typed, and would pile up.
 */
const isPersisted = ({ queryKey: [first, second] }: Pick<Query, 'queryKey'>) =>
  (PERSISTED.has(first) && !UNKEPT.has(second)) || (first === 'questions' && second === 'interview');

async function restore(client: QueryClient): Promise<void> {
  const owner = storedOwner();
  const rows = await inDatabase(LAST_KNOWN, (opened) => opened.getAll('rows'));
  if (owner === null || owner !== storedOwner()) return;
  for (const row of rows) {
    const known = client.getQueryState(row.queryKey)?.dataUpdatedAt;
    const at = Math.min(row.at, Date.now());
    // Earlier releases persisted rooms, with their code.
    if (row.owner !== owner || !isPersisted(row))
      await inDatabase(LAST_KNOWN, (opened) => opened.delete('rows', [row.owner, row.hash]));
    // If a row is from the future, this device's clock ran ahead when it was written, and a reply is newer.
    else if (!known || (known < at && at === row.at)) client.setQueryData(row.queryKey, row.data, { updatedAt: at });
  }
}

function persist(owner: string, { queryHash: hash, queryKey, state }: Query): Promise<unknown> {
  const row = { owner, hash, queryKey, data: state.data, at: state.dataUpdatedAt };
  return inDatabase(LAST_KNOWN, async (opened) => {
    // Checked again, because the work may repeat on a new connection after the sign-out has deleted the database.
    if (owner === storedOwner()) await opened.put('rows', row);
  });
}
