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

/** A save that waits for the network. */
export interface SaveRow {
  opId: string;
  /** Whose account saved it; another account on this device must not send it. */
  owner: string;
  interviewId: string;
  body: unknown;
  at: number;
  /** Why the server refused it for good; the row stays for the person to copy. */
  refused?: string;
}

interface DeviceSchema extends DBSchema {
  pending: { key: [string, string, string]; value: PendingRow; indexes: { scope: string } };
  saves: { key: string; value: SaveRow };
}

export type DeviceDatabase = IDBPDatabase<DeviceSchema>;

let opening: Promise<DeviceDatabase> | undefined;

/** The database of this device for code that the server does not have yet; one connection for the page. */
export function deviceDatabase(): Promise<DeviceDatabase> {
  opening ??= openDB<DeviceSchema>('code-interviews', 1, {
    upgrade(database) {
      database.createObjectStore('pending', { keyPath: ['scope', 'tab', 'id'] }).createIndex('scope', 'scope');
      database.createObjectStore('saves', { keyPath: 'opId' });
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
