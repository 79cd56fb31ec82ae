import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';

/** Gives this process an empty disk in place of the one it had. */
export function resetIndexedDb(): void {
  globalThis.indexedDB = new IDBFactory();
}
