import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';

/** An unsent edit, or the held text, of one tab in one room. */
export interface PendingRow {
  /** Room code and participant: no other user of this device gets these edits. */
  scope: string;
  tab: string;
  id: string;
  update: Uint8Array;
  /** Order of writing; edits of one client depend on each other. */
  at: number;
}

/** A document that a participant edits without a connection. */
export interface OfflineDocument {
  /** Room code and participant. */
  scope: string;
  /** Operation id of the offline gap, so that it is recorded once. */
  gapId: string;
  /** Start of the gap by this device's clock, in milliseconds. */
  since: number;
  /** The server has recorded the gap; typing without a connection again starts another one. */
  isNoted?: true;
  /** State at the start of the gap; later edits are in `pending`. */
  state: Uint8Array;
  /** First of this participant's client ids; absent from earlier releases. */
  firstClientId?: number | undefined;
  language: string;
  /** The interview as the server sent it, so that the room can be shown without a server. */
  interview: unknown;
}

/** A run that was executed without a connection, until the server has it. */
export interface OfflineRunRow {
  /** Room code and participant. */
  scope: string;
  id: string;
  /** When it was requested by this device's clock, in milliseconds since 1970. */
  at: number;
  /** The request that enters it, without its age. */
  run: unknown;
}

interface DeviceSchema extends DBSchema {
  documents: { key: string; value: OfflineDocument };
  pending: { key: [string, string, string]; value: PendingRow; indexes: { scope: string } };
  runs: { key: [string, string]; value: OfflineRunRow };
}

export type DeviceDatabase = IDBPDatabase<DeviceSchema>;

let opening: Promise<DeviceDatabase> | undefined;

/** Returns the database of code that the server does not have yet; one connection per page. */
export function deviceDatabase(): Promise<DeviceDatabase> {
  opening ??= openDB<DeviceSchema>('code-interviews', 3, {
    upgrade(database, from) {
      if (from < 1)
        database.createObjectStore('pending', { keyPath: ['scope', 'tab', 'id'] }).createIndex('scope', 'scope');
      if (from < 2) database.createObjectStore('documents', { keyPath: 'scope' });
      database.createObjectStore('runs', { keyPath: ['scope', 'id'] });
    },
    // The browser may close the connection (storage cleared, another version); the next call opens another.
    terminated: () => (opening = undefined),
    blocking: () => {
      void opening?.then((database) => database.close());
      opening = undefined;
    },
  });
  opening.catch(() => (opening = undefined));
  return opening;
}
