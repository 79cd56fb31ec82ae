import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';

// The worker may have had the disk of another file.
resetIndexedDb();

/** Replaces this process's IndexedDB with an empty one. */
export function resetIndexedDb(): void {
  globalThis.indexedDB = new IDBFactory();
}
