import { whenRestored } from '../../../shared/device/device-data.ts';
import { newOperationId } from '../../../shared/api/operation-id.ts';
import { inDeviceDatabase } from './device-database.ts';
import type { PendingRow } from './device-database.ts';
import { scopeOf } from './offline-document.ts';
import type { OrphanedEdit, PendingEdit, PendingStore } from './pending-store.ts';

/**
 * Pause before a write, in milliseconds; together with the transaction at most 250 ms. Most edits are acknowledged
 * before.
 */
const WRITE_DELAY_MS = 60;
/** If the device refused changes, they are written again after this pause, in milliseconds. */
const AGAIN_MS = 2_000;
/** Longest write in milliseconds; if it takes longer, it counts as refused until it is done. */
const LATE_MS = 3_000;
const HELD = 'held';

/**
 * Stores one participant's edits of one room in IndexedDB. Each tab writes its own rows and holds a Web Lock while it
 * is open; the tab that gets the lock of a closed tab adopts its rows.
 */
export class LocalStore implements PendingStore {
  readonly scope: string;
  readonly #tab = newOperationId();
  readonly #waiting = new Map<string, Uint8Array | null>();
  readonly #written = new Set<string>();
  readonly #onStored: (isStored: boolean) => void;
  readonly #closed = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the device stored the last rows. */
  #writing = Promise.resolve(true);
  #at = Date.now();
  /** While offline, this disk has the only copy, so transactions are strictly durable. */
  isStrict = false;

  /** Calls `onStored` with whether this device stored the last changes. */
  constructor(roomCode: string, participantId: string, onStored: (isStored: boolean) => void) {
    this.#onStored = onStored;
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

  /** Writes all changes to the disk immediately. Resolves to false if the device refuses them. */
  flush(): Promise<boolean> {
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
   * `take` must put them here again, because the originals are deleted once the copies are on the disk.
   */
  async adopt(take: (edits: OrphanedEdit[]) => void): Promise<void> {
    try {
      await whenRestored();
      const rows = await this.#rows();
      const tabs = new Set(rows.map((row) => row.tab).filter((tab) => tab !== this.#tab));
      await Promise.all([...tabs].map((tab) => this.#whenClosed(tab, () => this.#adoptTab(tab, take))));
    } catch {
      // If there is no storage, or the room was closed while waiting, there is nothing to adopt.
    }
  }

  /** Deletes this tab's edits of the room; resolves to whether this participant has no others there. */
  async clear(): Promise<boolean> {
    try {
      await this.flush();
      return await inDeviceDatabase(async (database) => {
        const keys = await database.getAllKeysFromIndex('pending', 'scope', this.scope);
        const cleared = keys.filter(([, tab]) => tab === this.#tab);
        await Promise.all(cleared.map((key) => database.delete('pending', key)));
        return cleared.length === keys.length;
      });
    } catch {
      // If there is no storage, there are no edits.
      return true;
    }
  }

  /** Releases this tab's lock; another tab may adopt the remaining edits. */
  async close(): Promise<void> {
    await this.flush();
    this.#closed.abort();
    clearTimeout(this.#timer);
  }

  async #adoptTab(tab: string, take: (edits: OrphanedEdit[]) => void): Promise<void> {
    const left = (await this.#rows()).filter((row) => row.tab === tab).toSorted((a, b) => a.at - b.at);
    take(left.map(({ id, update }) => ({ id, update, isHeld: id === HELD })).toSorted(heldLast));
    // Otherwise these rows are the only ones on the disk.
    if (!(await this.flush())) return;
    await inDeviceDatabase((database) =>
      Promise.all(left.map((row) => database.delete('pending', [row.scope, row.tab, row.id]))),
    );
  }

  #rows(): Promise<PendingRow[]> {
    return inDeviceDatabase((database) => database.getAllFromIndex('pending', 'scope', this.scope));
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
    this.#flushLater(WRITE_DELAY_MS);
  }

  #flushLater(ms: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), ms);
  }

  async #commit(changes: [string, Uint8Array | null][]): Promise<boolean> {
    for (const [id, update] of changes) {
      if (update) this.#written.add(id);
      else this.#written.delete(id);
    }
    const late = setTimeout(() => this.#onStored(false), LATE_MS);
    try {
      const rows = changes.map(([id, update]): PendingRow => {
        return { scope: this.scope, tab: this.#tab, id, update: update ?? new Uint8Array(), at: this.#at++ };
      });
      await inDeviceDatabase(async (database) => {
        const transaction = database.transaction('pending', 'readwrite', {
          durability: this.isStrict ? 'strict' : 'relaxed',
        });
        for (const row of rows)
          void (
            row.update.length > 0 ? transaction.store.put(row) : transaction.store.delete([row.scope, row.tab, row.id])
          ).catch(() => undefined);
        await transaction.done;
      });
      this.#onStored(true);
      return true;
    } catch {
      // If the device refuses storage (private mode, full disk), the edits are in memory and on the server.
      this.#onStored(false);
      this.#writeAgain(changes);
      return false;
    } finally {
      clearTimeout(late);
    }
  }

  /** Writes refused changes later if there are no newer ones, because the device may have space again. */
  #writeAgain(changes: [string, Uint8Array | null][]): void {
    if (this.#closed.signal.aborted) return;
    const newer = [...this.#waiting];
    this.#waiting.clear();
    for (const [id, update] of [...changes, ...newer]) {
      this.#waiting.delete(id);
      this.#waiting.set(id, update);
    }
    this.#flushLater(AGAIN_MS);
  }
}

/** Held text was typed after every edit of its tab, however long its row has been there. */
const heldLast = (a: OrphanedEdit, b: OrphanedEdit) => Number(a.isHeld) - Number(b.isHeld);

async function holdLock(name: string, until: AbortSignal): Promise<void> {
  if (!navigator.locks) return;
  await navigator.locks.request(
    name,
    () => new Promise<void>((resolve) => until.addEventListener('abort', () => resolve())),
  );
}
