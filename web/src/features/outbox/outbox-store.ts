import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { Entry } from './outbox-entry.ts';

interface OutboxSchema extends DBSchema {
  entries: { key: number; value: Entry };
}

type Unnumbered = Entry extends infer E ? (E extends Entry ? Omit<E, 'sequence'> : never) : never;

/** The queue on this device's disk, in a database of its own. Everything rejects where the device refuses storage. */
export class OutboxStore {
  #opening: Promise<IDBPDatabase<OutboxSchema>> | undefined;

  /** Adds entries, all or none; resolves once they are on the disk. */
  async add(entries: Unnumbered[]): Promise<void> {
    // Strict: the screen says "Saved offline" on the strength of this, and a battery may die a moment later.
    const transaction = (await this.#open()).transaction('entries', 'readwrite', { durability: 'strict' });
    const done = transaction.done;
    try {
      await Promise.all([...entries.map((entry) => transaction.store.add(entry as Entry)), done]);
    } catch (error) {
      // Some browsers refuse at the call, when the transaction would keep what came before.
      done.catch(() => undefined);
      abort(transaction);
      throw error;
    }
  }

  /** Everything of every account, in order. */
  async all(): Promise<Entry[]> {
    return (await this.#open()).getAll('entries');
  }

  /** Changes an entry that is still there. */
  async change(sequence: number, change: (entry: Entry) => Entry): Promise<void> {
    const transaction = (await this.#open()).transaction('entries', 'readwrite');
    const entry = await transaction.store.get(sequence);
    if (entry) await transaction.store.put(change(entry));
    await transaction.done;
  }

  async remove(sequence: number): Promise<void> {
    await (await this.#open()).delete('entries', sequence);
  }

  /** Puts back entries that were taken from here, under their numbers. */
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
      // The browser may close the connection by itself (storage cleared, another version); open anew then.
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
    // It failed as a whole already.
  }
}
