import type { RoomFile } from '@cip/contracts/rooms/files';
import type { DBSchema, IDBPDatabase } from 'idb';
import { DeviceConnection } from '../../../shared/device/device-connection.ts';

/** An unsent edit, or the held text, of one tab in one room. */
export interface PendingRow {
  /** Room code and participant, so that no other user of this device gets these edits. */
  scope: string;
  tab: string;
  id: string;
  update: Uint8Array;
  /** Order of writing, because edits of one client depend on each other. */
  at: number;
}

/** A document that a participant edits without a connection; or a room that is kept (`kept-room.ts`). */
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
  /** The names of the files in copies, also of deleted ones; absent from earlier releases. */
  files?: RoomFile[] | undefined;
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

type DeviceDatabase = IDBPDatabase<DeviceSchema>;

const connection = new DeviceConnection<DeviceSchema>({
  name: 'code-interviews',
  version: 3,
  upgrade: (database, from) => {
    if (from < 1)
      database.createObjectStore('pending', { keyPath: ['scope', 'tab', 'id'] }).createIndex('scope', 'scope');
    if (from < 2) database.createObjectStore('documents', { keyPath: 'scope' });
    database.createObjectStore('runs', { keyPath: ['scope', 'id'] });
  },
});

/** Runs work in the database of code on this device, and again on a new connection if the present one is dead. */
export function inDeviceDatabase<T>(work: (database: DeviceDatabase) => Promise<T>): Promise<T> {
  return connection.run(work);
}
