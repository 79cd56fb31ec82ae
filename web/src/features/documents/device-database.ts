import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';

/** An edit, or what is held back, of one tab in one room. */
export interface PendingRow {
  /** Room code and participant: nobody else on this device is given these edits. */
  scope: string;
  tab: string;
  id: string;
  update: Uint8Array;
  /** Order of writing; edits of one writer build on each other. */
  at: number;
}

interface DeviceSchema extends DBSchema {
  pending: { key: [string, string, string]; value: PendingRow; indexes: { scope: string } };
}

export type DeviceDatabase = IDBPDatabase<DeviceSchema>;

let opening: Promise<DeviceDatabase> | undefined;

/** The database of this device for code that the server does not have yet; one connection for the page. */
export function deviceDatabase(): Promise<DeviceDatabase> {
  opening ??= openDB<DeviceSchema>('code-interviews', 1, {
    upgrade(database) {
      database.createObjectStore('pending', { keyPath: ['scope', 'tab', 'id'] }).createIndex('scope', 'scope');
    },
    // The browser may close the connection by itself (storage cleared, another version); open anew then.
    terminated: () => (opening = undefined),
    blocking: () => {
      void opening?.then((database) => database.close());
      opening = undefined;
    },
  });
  opening.catch(() => (opening = undefined));
  return opening;
}
