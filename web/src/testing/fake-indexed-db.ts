import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';

/** Replaces this process's IndexedDB with an empty one. */
export function resetIndexedDb(): void {
  globalThis.indexedDB = new IDBFactory();
}
