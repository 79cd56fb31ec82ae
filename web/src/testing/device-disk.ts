import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';

/** Gives this process an empty disk in place of the one it had. */
export function newDisk(): void {
  globalThis.indexedDB = new IDBFactory();
}
