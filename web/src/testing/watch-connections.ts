import { vi } from 'vitest';

/** Returns a function that closes every IndexedDB connection used since then without an event, as WebKit does. */
export function watchConnections(): () => void {
  const used = new Set<IDBDatabase>();
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...about) {
    used.add(this);
    return transaction.apply(this, about);
  });
  return () => {
    for (const database of used) database.close();
    used.clear();
  };
}
