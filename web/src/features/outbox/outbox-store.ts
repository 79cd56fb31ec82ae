import type { DBSchema } from 'idb';
import { DeviceConnection } from '../../shared/device/device-connection.ts';
import type { DatabaseOnDevice } from '../../shared/device/device-connection.ts';
import type { Entry } from './outbox-entry.ts';

interface OutboxSchema extends DBSchema {
  entries: { key: number; value: Entry };
}

const OUTBOX: DatabaseOnDevice<OutboxSchema> = {
  name: 'outbox',
  version: 1,
  upgrade: (database) => void database.createObjectStore('entries', { keyPath: 'sequence', autoIncrement: true }),
};

type Unnumbered = Entry extends infer E ? (E extends Entry ? Omit<E, 'sequence'> : never) : never;

/** The entries on this device's disk, in their own database. Every method rejects if the device refuses storage. */
export class OutboxStore {
  readonly #connection = new DeviceConnection(OUTBOX);

  /** Adds entries, all or none. Resolves once they are on the disk. */
  async add(entries: Unnumbered[]): Promise<void> {
    await this.#connection.run(async (database) => {
      // Strict, because the screen shows "Saved offline" after this and the battery may die a moment later.
      const transaction = database.transaction('entries', 'readwrite', { durability: 'strict' });
      const done = transaction.done;
      try {
        await Promise.all([...entries.map((entry) => transaction.store.add(entry as Entry)), done]);
      } catch (error) {
        // Some browsers throw at `add`, and the transaction would then commit the entries before it.
        done.catch(() => undefined);
        abort(transaction);
        throw error;
      }
    });
  }

  /** Resolves to the entries of all accounts, in order. */
  all(): Promise<Entry[]> {
    return this.#connection.run((database) => database.getAll('entries'));
  }

  /** Changes an entry if it still exists. */
  async change(sequence: number, change: (entry: Entry) => Entry): Promise<void> {
    await this.#connection.run(async (database) => {
      const transaction = database.transaction('entries', 'readwrite');
      const entry = await transaction.store.get(sequence);
      if (entry) await transaction.store.put(change(entry));
      await transaction.done;
    });
  }

  /** Replaces an entry and removes another one, both or none. */
  async merge(entry: Entry, removed: number): Promise<void> {
    await this.#connection.run(async (database) => {
      const transaction = database.transaction('entries', 'readwrite', { durability: 'strict' });
      await Promise.all([transaction.store.put(entry), transaction.store.delete(removed), transaction.done]);
    });
  }

  async remove(sequence: number): Promise<void> {
    await this.#connection.run((database) => database.delete('entries', sequence));
  }

  /** Restores entries that were removed from here, under their sequence numbers. */
  async putBack(entries: Entry[]): Promise<void> {
    await this.#connection.run(async (database) => {
      const transaction = database.transaction('entries', 'readwrite');
      await Promise.all([...entries.map((entry) => transaction.store.put(entry)), transaction.done]);
    });
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already failed as a whole.
  }
}
