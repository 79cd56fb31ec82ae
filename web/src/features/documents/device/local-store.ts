import { whenRestored } from '../../../shared/device/device-data.ts';
import { newOperationId } from '../../../shared/api/operation-id.ts';
import { deviceDatabase } from './device-database.ts';
import type { DeviceDatabase, PendingRow } from './device-database.ts';
import { scopeOf } from './offline-document.ts';
import type { OrphanedEdit, PendingEdit, PendingStore } from './pending-store.ts';

/** From keystroke to disk at most 250 ms: this pause plus the transaction. Most edits are acknowledged before. */
const WRITE_AFTER_MS = 60;
const HELD = 'held';

/**
 * Edits of one person in one room on this device, in IndexedDB. Each tab writes its own rows and holds a lock in its
 * name for as long as it lives; whoever gets the lock of a tab that is gone adopts its rows.
 */
export class LocalStore implements PendingStore {
  readonly scope: string;
  readonly #tab = newOperationId();
  readonly #waiting = new Map<string, Uint8Array | null>();
  readonly #written = new Set<string>();
  readonly #onRefused: () => void;
  readonly #closed = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #at = Date.now();
  /** While somebody types without a connection this disk is all there is: it is written through then. */
  isStrict = false;

  /** Calls back once when this device turns out to keep nothing. */
  constructor(roomCode: string, participantId: string, onRefused: () => void) {
    this.#onRefused = onRefused;
    this.scope = scopeOf(roomCode, participantId);
    // Held until the page is gone, however it goes.
    void holdLock(this.#lockOf(this.#tab), this.#closed.signal);
  }

  put({ id, update }: PendingEdit): void {
    this.#write(id, update);
  }

  remove(id: string): void {
    if (this.#waiting.get(id) && !this.#written.has(id)) this.#waiting.delete(id);
    else this.#write(id, null);
  }

  hold(update: Uint8Array | null): void {
    this.#write(HELD, update);
  }

  async settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.size > 0) {
      const rows = [...this.#waiting];
      this.#waiting.clear();
      this.#writing = this.#writing.then(() => this.#commit(rows));
    }
    await this.#writing;
  }

  /**
   * Hands over what tabs that are gone left behind, in the order it was written; a tab that still lives is waited for.
   * What is taken must be put here again: theirs is deleted once ours is on the disk.
   */
  async adopt(take: (edits: OrphanedEdit[]) => void): Promise<void> {
    try {
      await whenRestored();
      const database = await deviceDatabase();
      const rows = await database.getAllFromIndex('pending', 'scope', this.scope);
      const tabs = new Set(rows.map((row) => row.tab).filter((tab) => tab !== this.#tab));
      await Promise.all([...tabs].map((tab) => this.#whenGone(tab, () => this.#adoptTab(database, tab, take))));
    } catch {
      // No storage, or this room was closed while waiting: there is nothing to adopt here.
    }
  }

  /** Forgets everything of this person in this room: the interview is over. */
  async clear(): Promise<void> {
    try {
      await this.settle();
      const database = await deviceDatabase();
      const keys = await database.getAllKeysFromIndex('pending', 'scope', this.scope);
      await Promise.all(keys.map((key) => database.delete('pending', key)));
    } catch {
      // No storage: nothing was kept.
    }
  }

  /** Lets go of this tab's name; what is still here may be adopted by another. */
  async close(): Promise<void> {
    await this.settle();
    this.#closed.abort();
  }

  async #adoptTab(database: DeviceDatabase, tab: string, take: (edits: OrphanedEdit[]) => void): Promise<void> {
    const rows = await database.getAllFromIndex('pending', 'scope', this.scope);
    const left = rows.filter((row) => row.tab === tab).toSorted((a, b) => a.at - b.at);
    take(left.map(({ id, update }) => ({ id, update, isHeld: id === HELD })));
    await this.settle();
    await Promise.all(left.map((row) => database.delete('pending', [row.scope, row.tab, row.id])));
  }

  async #whenGone(tab: string, then: () => Promise<void>): Promise<void> {
    if (!navigator.locks) return then();
    await navigator.locks.request(this.#lockOf(tab), { signal: this.#closed.signal }, then);
  }

  #lockOf(tab: string): string {
    return `pending ${this.scope} ${tab}`;
  }

  #write(id: string, update: Uint8Array | null): void {
    this.#waiting.set(id, update);
    this.#timer ??= setTimeout(() => void this.settle(), WRITE_AFTER_MS);
  }

  async #commit(rows: [string, Uint8Array | null][]): Promise<void> {
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
    } catch {
      // No storage on this device (private mode, full disk): the edits live in memory and on the server.
      this.#onRefused();
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
