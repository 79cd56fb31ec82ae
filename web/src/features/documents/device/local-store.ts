import { whenRestored } from '../../../shared/device/device-data.ts';
import { newOperationId } from '../../../shared/api/operation-id.ts';
import { deviceDatabase } from './device-database.ts';
import type { DeviceDatabase, PendingRow } from './device-database.ts';
import { scopeOf } from './offline-document.ts';
import type { OrphanedEdit, PendingEdit, PendingStore } from './pending-store.ts';

/** Pause before a write, in milliseconds: with the transaction at most 250 ms. Most edits are acknowledged before. */
const WRITE_DELAY_MS = 60;
const HELD = 'held';

/**
 * Stores one participant's edits of one room in IndexedDB. Each tab writes its own rows and holds a Web Lock while it is
 * open; the tab that gets the lock of a closed tab adopts its rows.
 */
export class LocalStore implements PendingStore {
  readonly scope: string;
  readonly #tab = newOperationId();
  readonly #waiting = new Map<string, Uint8Array | null>();
  readonly #written = new Set<string>();
  readonly #onRefused: () => void;
  readonly #closed = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the device stored the last rows. */
  #writing = Promise.resolve(true);
  #at = Date.now();
  /** While offline this disk has the only copy, so transactions are strictly durable. */
  isStrict = false;

  /** Calls `onRefused` when this device refuses storage. */
  constructor(roomCode: string, participantId: string, onRefused: () => void) {
    this.#onRefused = onRefused;
    this.scope = scopeOf(roomCode, participantId);
    // The browser releases it when the page closes or crashes.
    void holdLock(this.#lockOf(this.#tab), this.#closed.signal);
  }

  put({ id, update }: PendingEdit): void {
    this.#write(id, update);
  }

  remove(id: string): void {
    if (this.#waiting.get(id) && !this.#written.has(id)) this.#waiting.delete(id);
    else this.#write(id, null);
  }

  putHeld(update: Uint8Array | null): void {
    this.#write(HELD, update);
  }

  async flush(): Promise<void> {
    await this.#flush();
  }

  /** Returns false where the device refuses the changes. */
  #flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.size > 0) {
      const rows = [...this.#waiting];
      this.#waiting.clear();
      this.#writing = this.#writing.then(() => this.#commit(rows));
    }
    return this.#writing;
  }

  /**
   * Passes the edits of closed tabs to `take`, in the order they were written, and waits for tabs that are still open.
   * `take` must put them here again: the originals are deleted once the copies are on the disk.
   */
  async adopt(take: (edits: OrphanedEdit[]) => void): Promise<void> {
    try {
      await whenRestored();
      const database = await deviceDatabase();
      const rows = await database.getAllFromIndex('pending', 'scope', this.scope);
      const tabs = new Set(rows.map((row) => row.tab).filter((tab) => tab !== this.#tab));
      await Promise.all([...tabs].map((tab) => this.#whenClosed(tab, () => this.#adoptTab(database, tab, take))));
    } catch {
      // No storage, or the room was closed while waiting: nothing to adopt.
    }
  }

  /** Deletes this participant's edits of the room, or only this tab's; resolves to whether none are left. */
  async clear({ onlyThisTab = false } = {}): Promise<boolean> {
    try {
      await this.flush();
      const database = await deviceDatabase();
      const keys = await database.getAllKeysFromIndex('pending', 'scope', this.scope);
      const cleared = onlyThisTab ? keys.filter(([, tab]) => tab === this.#tab) : keys;
      await Promise.all(cleared.map((key) => database.delete('pending', key)));
      return cleared.length === keys.length;
    } catch {
      // No storage: there are no edits.
      return true;
    }
  }

  /** Releases this tab's lock; another tab may adopt the remaining edits. */
  async close(): Promise<void> {
    await this.flush();
    this.#closed.abort();
  }

  async #adoptTab(database: DeviceDatabase, tab: string, take: (edits: OrphanedEdit[]) => void): Promise<void> {
    const rows = await database.getAllFromIndex('pending', 'scope', this.scope);
    const left = rows.filter((row) => row.tab === tab).toSorted((a, b) => a.at - b.at);
    take(left.map(({ id, update }) => ({ id, update, isHeld: id === HELD })));
    // Otherwise these rows are the only ones on the disk.
    if (!(await this.#flush())) return;
    await Promise.all(left.map((row) => database.delete('pending', [row.scope, row.tab, row.id])));
  }

  async #whenClosed(tab: string, then: () => Promise<void>): Promise<void> {
    if (!navigator.locks) return then();
    await navigator.locks.request(this.#lockOf(tab), { signal: this.#closed.signal }, then);
  }

  #lockOf(tab: string): string {
    return `pending ${this.scope} ${tab}`;
  }

  #write(id: string, update: Uint8Array | null): void {
    this.#waiting.set(id, update);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_DELAY_MS);
  }

  async #commit(rows: [string, Uint8Array | null][]): Promise<boolean> {
    try {
      const transaction = (await deviceDatabase()).transaction('pending', 'readwrite', {
        durability: this.isStrict ? 'strict' : 'relaxed',
      });
      for (const [id, update] of rows) {
        const row: PendingRow = {
          scope: this.scope,
          tab: this.#tab,
          id,
          update: update ?? new Uint8Array(),
          at: this.#at++,
        };
        if (update) this.#written.add(id);
        else this.#written.delete(id);
        void (update ? transaction.store.put(row) : transaction.store.delete([row.scope, row.tab, id])).catch(
          () => undefined,
        );
      }
      await transaction.done;
      return true;
    } catch {
      // The device refuses storage (private mode, full disk): the edits are in memory and on the server.
      this.#onRefused();
      return false;
    }
  }
}

async function holdLock(name: string, until: AbortSignal): Promise<void> {
  if (!navigator.locks) return;
  await navigator.locks.request(
    name,
    () => new Promise<void>((resolve) => until.addEventListener('abort', () => resolve())),
  );
}
