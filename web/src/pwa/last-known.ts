import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { openDB } from 'idb';
import type { DBSchema } from 'idb';
import { logProblem } from '../shared/log.ts';
import { storedOwner, storedToken } from '../shared/device/stored-account.ts';
import { LAST_KNOWN_DATABASE } from '../shared/device/storage-keys.ts';

/** What the lists and figures of the signed-in pages show; nothing else that was read is kept, no code above all. */
const KEPT = new Set<unknown>(['interviews', 'subscription']);

interface Row {
  /** Whose account read it; no other account on this device is shown it. */
  owner: string;
  hash: string;
  queryKey: QueryKey;
  data: unknown;
  /** When the server said so, in milliseconds since 1970. */
  at: number;
}

interface LastKnownSchema extends DBSchema {
  rows: { key: [string, string]; value: Row };
}

/**
 * Shows what this account last read while there is nothing newer, and from now on keeps what it reads. Returns the
 * way to stop. Forgetting an account deletes all of it.
 */
export function keepLastKnown(client: QueryClient): () => void {
  void restore(client).catch((error: unknown) => logProblem('Nothing can be kept for offline', error));
  const cache = client.getQueryCache();
  // By token: who an account is may be learned while its list is on the way.
  const askedBy = new WeakMap<Query, string | null>(cache.getAll().map((query) => [query, storedToken()]));
  const keepIfOurs = (query: Query) => {
    const owner = storedOwner();
    if (owner !== null && storedToken() === askedBy.get(query)) void keep(owner, query).catch(() => undefined);
  };
  // The screen came first, and may have been answered already.
  for (const query of cache.getAll()) if (isKept(query) && query.state.status === 'success') keepIfOurs(query);
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || !isKept(event.query)) return;
    const { query, action } = event;
    if (action.type === 'fetch') askedBy.set(query, storedToken());
    // A reply that comes after the sign-out belongs to nobody here any more.
    if (action.type === 'success' && !action.manual && cache.get(query.queryHash) === query) keepIfOurs(query);
  });
}

const isKept = ({ queryKey }: Query) => KEPT.has(queryKey[0]);

async function restore(client: QueryClient): Promise<void> {
  const owner = storedOwner();
  const rows = await inDatabase((opened) => opened.getAll('rows'));
  if (owner === null || owner !== storedOwner()) return;
  for (const row of rows) {
    if (row.owner !== owner) await inDatabase((opened) => opened.delete('rows', [row.owner, row.hash]));
    else if ((client.getQueryState(row.queryKey)?.dataUpdatedAt ?? 0) < row.at)
      client.setQueryData(row.queryKey, row.data, { updatedAt: row.at });
  }
}

function keep(owner: string, { queryHash: hash, queryKey, state }: Query): Promise<unknown> {
  const row = { owner, hash, queryKey, data: state.data, at: state.dataUpdatedAt };
  return inDatabase((opened) => opened.put('rows', row));
}

/** Opened for each use: a connection that stays would keep the database from being deleted. */
async function inDatabase<T>(work: (opened: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  const opened = await open();
  try {
    return await work(opened);
  } finally {
    opened.close();
  }
}

function open() {
  return openDB<LastKnownSchema>(LAST_KNOWN_DATABASE, 1, {
    upgrade: (made) => void made.createObjectStore('rows', { keyPath: ['owner', 'hash'] }),
  });
}
