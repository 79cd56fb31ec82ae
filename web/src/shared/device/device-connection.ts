import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from 'idb';

/** The names of errors of a connection that is closed or whose browser process is gone. */
const DEAD = new Set(['InvalidStateError', 'UnknownError']);

/**
 * One connection to a database of this device, which is opened when it is needed. WebKit may close a connection without
 * an event (dexie/Dexie.js #2296): work that fails for that runs again on a new connection, once.
 */
export class DeviceConnection<Schema extends DBSchema> {
  readonly #name: string;
  readonly #version: number;
  readonly #upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>;
  #opening: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(name: string, version: number, upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>) {
    this.#name = name;
    this.#version = version;
    this.#upgrade = upgrade;
  }

  /** Resolves to the connection, which may die at any time. Rejects where the device refuses storage. */
  open(): Promise<IDBPDatabase<Schema>> {
    if (this.#opening) return this.#opening;
    const opening = openDB<Schema>(this.#name, this.#version, {
      upgrade: this.#upgrade,
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

  /** Runs work, which must be harmless to repeat. Rejects where the device refuses storage. */
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
