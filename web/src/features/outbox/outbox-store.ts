import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { Entry } from './outbox-entry.ts';

interface OutboxSchema extends DBSchema {
  entries: { key: number; value: Entry };
}

type Unnumbered = Entry extends infer E ? (E extends Entry ? Omit<E, 'sequence'> : never) : never;

/** The entries on this device's disk, in their own database. Every method rejects when the device refuses storage. */
export class OutboxStore {
  #opening: Promise<IDBPDatabase<OutboxSchema>> | undefined;

  /** Adds entries, all or none. Resolves once they are on the disk. */
  async add(entries: Unnumbered[]): Promise<void> {
    // Strict: the screen shows "Saved offline" after this, and the battery may die a moment later.
    const transaction = (await this.#open()).transaction('entries', 'readwrite', { durability: 'strict' });
    const done = transaction.done;
    try {
      await Promise.all([...entries.map((entry) => transaction.store.add(entry as Entry)), done]);
    } catch (error) {
      // Some browsers throw at `add`; the transaction would then commit the entries before it.
      done.catch(() => undefined);
      abort(transaction);
      throw error;
    }
  }

  /** Resolves to the entries of all accounts, in order. */
  async all(): Promise<Entry[]> {
    return (await this.#open()).getAll('entries');
  }

  /** Changes an entry if it still exists. */
  async change(sequence: number, change: (entry: Entry) => Entry): Promise<void> {
    const transaction = (await this.#open()).transaction('entries', 'readwrite');
    const entry = await transaction.store.get(sequence);
    if (entry) await transaction.store.put(change(entry));
    await transaction.done;
  }

  /** Replaces an entry and removes another one, both or none. */
  async merge(entry: Entry, removed: number): Promise<void> {
    const transaction = (await this.#open()).transaction('entries', 'readwrite', { durability: 'strict' });
    await Promise.all([transaction.store.put(entry), transaction.store.delete(removed), transaction.done]);
  }

  async remove(sequence: number): Promise<void> {
    await (await this.#open()).delete('entries', sequence);
  }

  /** Restores entries that were removed from here, under their sequence numbers. */
  async putBack(entries: Entry[]): Promise<void> {
    const transaction = (await this.#open()).transaction('entries', 'readwrite');
    await Promise.all([...entries.map((entry) => transaction.store.put(entry)), transaction.done]);
  }

  async close(): Promise<void> {
    (await this.#opening)?.close();
  }

  #open(): Promise<IDBPDatabase<OutboxSchema>> {
    this.#opening ??= openDB<OutboxSchema>('outbox', 1, {
      upgrade: (database) => void database.createObjectStore('entries', { keyPath: 'sequence', autoIncrement: true }),
      // The browser may close the connection (storage cleared, another version); the next call opens a new one.
      terminated: () => (this.#opening = undefined),
      blocking: () => {
        void this.close();
        this.#opening = undefined;
      },
    });
    this.#opening.catch(() => (this.#opening = undefined));
    return this.#opening;
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already failed as a whole.
  }
}
