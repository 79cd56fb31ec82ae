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

/** A document with which a person goes on typing while there is no connection. */
export interface OfflineDocument {
  /** Room code and participant. */
  scope: string;
  /** Names the gap, so that it is noted once. */
  gapId: string;
  /** Since when, by this device's clock, in milliseconds. */
  since: number;
  /** The document as it was then; what was typed since is in the pending edits. */
  state: Uint8Array;
  /** The first of the client ids that nobody but this person writes under; unknown to earlier releases. */
  firstClientId?: number | undefined;
  language: string;
  /** The interview as the page was given it, so that the room can be drawn without a server. */
  interview: unknown;
}

interface DeviceSchema extends DBSchema {
  documents: { key: string; value: OfflineDocument };
  pending: { key: [string, string, string]; value: PendingRow; indexes: { scope: string } };
}

export type DeviceDatabase = IDBPDatabase<DeviceSchema>;

let opening: Promise<DeviceDatabase> | undefined;

/** The database of this device for code that the server does not have yet; one connection for the page. */
export function deviceDatabase(): Promise<DeviceDatabase> {
  opening ??= openDB<DeviceSchema>('code-interviews', 2, {
    upgrade(database, from) {
      if (from < 1)
        database.createObjectStore('pending', { keyPath: ['scope', 'tab', 'id'] }).createIndex('scope', 'scope');
      database.createObjectStore('documents', { keyPath: 'scope' });
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
