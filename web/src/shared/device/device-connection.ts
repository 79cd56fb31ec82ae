import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from 'idb';

/** A database of this device. Its name and its stores outlive a release, because installed apps have it. */
export interface DatabaseOnDevice<Schema extends DBSchema> {
  name: string;
  version: number;
  /** Makes the stores that an earlier version, or a device without the database, does not have. */
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>;
}

/** The names of errors of a connection that is closed or whose browser process is gone. */
const DEAD = new Set(['InvalidStateError', 'UnknownError']);

/**
 * One connection to a database of this device, which is opened when it is needed. WebKit may close a connection without
 * an event (dexie/Dexie.js #2296): if work fails for that, it runs again on a new connection, once.
 */
export class DeviceConnection<Schema extends DBSchema> {
  readonly #place: DatabaseOnDevice<Schema>;
  #opening: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(place: DatabaseOnDevice<Schema>) {
    this.#place = place;
  }

  /** Resolves to the connection, which may die at any time. Rejects if the device refuses storage. */
  open(): Promise<IDBPDatabase<Schema>> {
    if (this.#opening) return this.#opening;
    const { name, version, upgrade } = this.#place;
    const opening = openDB<Schema>(name, version, {
      upgrade,
      // The browser may close the connection (storage cleared, another version); the next use opens another.
      terminated: () => this.#forget(opening),
      blocking: () => {
        void opening.then((database) => database.close());
        this.#forget(opening);
      },
    });
    this.#opening = opening;
    opening.catch(() => this.#forget(opening));
    return opening;
  }

  /** Runs work, which must be harmless to repeat. Rejects if the device refuses storage. */
  async run<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    const opening = this.open();
    const database = await opening;
    try {
      return await work(database);
    } catch (error) {
      if (!(error instanceof DOMException && DEAD.has(error.name))) throw error;
      this.#forget(opening);
      database.close();
      return await work(await this.open());
    }
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    (await opening)?.close();
  }

  #forget(opening: Promise<IDBPDatabase<Schema>>): void {
    if (this.#opening === opening) this.#opening = undefined;
  }
}

/**
 * Runs work, which must be harmless to repeat, on a connection of its own that is closed afterwards: a page that rarely
 * uses a database does not delay its deletion. Rejects if the device refuses storage.
 */
export async function inDatabase<Schema extends DBSchema, T>(
  place: DatabaseOnDevice<Schema>,
  work: (database: IDBPDatabase<Schema>) => Promise<T>,
): Promise<T> {
  const connection = new DeviceConnection(place);
  try {
    return await connection.run(work);
  } finally {
    await connection.close();
  }
}
