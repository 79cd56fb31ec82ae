import { belongsTo, isChange } from './outbox-entry.ts';
import type { Account, Answer, Author, Entry, NewEntry } from './outbox-entry.ts';
import { judgeAnswer } from './outbox-rules.ts';
import { OutboxStore } from './outbox-store.ts';

/** First pause after a failed attempt, in milliseconds; doubles up to the longest. */
const PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 60_000;

/** Dependencies of the outbox on its page. */
export interface OutboxPorts {
  /** Returns the signed-in account together with its token. */
  account(): Account | null;
  /** Sends an entry with a token; resolves in every case. */
  send(entry: Entry, token: string): Promise<Answer>;
  /** Runs work that only one page of this device may run at a time. */
  alone(work: () => Promise<void>): Promise<void>;
  /** Runs work after a time in milliseconds. */
  later(ms: number, work: () => void): void;
  /** Returns the device's clock, in milliseconds since 1970. */
  now(): number;
  /**
   * Notifies this and other pages of a change; `answered` is the entry that the server accepted or refused, `discarded`
   * the operation that the user discarded.
   */
  changed(about?: { answered?: Entry | undefined; discarded?: string }): void;
}

/**
 * Saves and ends on their way to the server. An added entry is on the disk, is sent in order by one page at a time with
 * the account that made it, and leaves the disk only when the server has it or the user discards it. The operation id
 * makes repeats idempotent, so a lost reply costs nothing.
 */
export class Outbox {
  readonly #ports: OutboxPorts;
  readonly #client: string;
  readonly #store = new OutboxStore();
  #flushing: Promise<void> | null = null;
  #isRequested = false;
  #failures = 0;
  /** Counts pauses, so that only the latest one ends in an attempt. */
  #pause = 0;
  /** A token that the server rejected; nothing more is sent with it. */
  #rejected: string | null = null;

  constructor(client: string, ports: OutboxPorts) {
    this.#client = client;
    this.#ports = ports;
  }

  /**
   * Adds operations of the author, the signed-in account unless given, all or none. Resolves once they are on the disk,
   * rejects otherwise, and if there is no author because no account is signed in.
   */
  async add(entries: NewEntry[], author?: Author | null): Promise<void> {
    // Also if the author's sign-in has ended, because what they typed last is stored then.
    const owner = author ?? this.#ports.account();
    if (!owner) throw new Error('No account is signed in.');
    const { company, user } = owner;
    const about = { company, user, client: this.#client, at: this.#ports.now(), attempts: 0 };
    await this.#store.add(entries.map((entry) => ({ ...entry, ...about })));
    this.#ports.changed();
    void this.flush();
  }

  /** Resolves to the waiting and the refused entries of the signed-in account, in order. */
  async list(): Promise<Entry[]> {
    const account = this.#ports.account();
    return (await this.#store.all()).filter((entry) => belongsTo(entry, account));
  }

  /** Resolves to the entry of an operation, of any account; null if it is not on this device. */
  async find(opId: string): Promise<Entry | null> {
    return (await this.#store.all()).find((entry) => entry.opId === opId) ?? null;
  }

  /** Resolves when the present flush is over. */
  async settled(): Promise<void> {
    await this.#flushing;
  }

  /** Sends the waiting entries; resolves when all are sent or the rest has to wait. Never rejects. */
  async flush(): Promise<void> {
    this.#isRequested = true;
    this.#flushing ??= this.#flushWhileRequested();
    await this.#flushing;
  }

  /** Makes an entry wait again, also a refused one, and flushes without a pause. */
  async retry(sequence: number): Promise<void> {
    await this.#store.change(sequence, (entry) => {
      const waiting = { ...entry, attempts: 0 };
      delete waiting.refused;
      delete waiting.problem;
      return waiting;
    });
    this.#ports.changed();
    await this.flush();
  }

  /** Removes an entry of the signed-in account at the user's request. */
  async discard(sequence: number): Promise<void> {
    const own = (await this.list()).find((entry) => entry.sequence === sequence);
    if (!own) return;
    await this.#store.remove(sequence);
    this.#ports.changed({ discarded: own.opId });
  }

  async #flushWhileRequested(): Promise<void> {
    while (this.#isRequested) {
      this.#isRequested = false;
      try {
        await this.#ports.alone(() => this.#sendAll());
      } catch {
        // If the disk does not respond, its entries stay there.
        this.#pauseThenFlush();
      }
    }
    // In the same turn as the last check, so that every later request starts a new flush.
    this.#flushing = null;
  }

  async #sendAll(): Promise<void> {
    const stuck = new Set<string>();
    for (;;) {
      await this.#mergeChanges();
      const account = this.#ports.account();
      if (!account || account.token === this.#rejected) return;
      const waiting = (await this.#store.all()).filter((entry) => belongsTo(entry, account) && !entry.refused);
      const next = waiting.find((entry) => !stuck.has(entry.interviewId));
      if (!next) break;
      if (!(await this.#sendOne(next, account.token, stuck))) return;
    }
    if (stuck.size > 0) this.#pauseThenFlush();
  }

  /** Combines changes of one text, so that a text written without a network is sent as one. */
  async #mergeChanges(): Promise<void> {
    if ((await this.#store.all()).filter(isChange).length < 2) return;
    // Lazy, because few devices have any waiting and every device caches the outbox.
    const { findMergeable } = await import('./merge-changes.ts');
    for (;;) {
      const account = this.#ports.account();
      const found = findMergeable((await this.#store.all()).filter((entry) => belongsTo(entry, account)));
      if (!found) return;
      await this.#store.merge(found.merged, found.earlier.sequence);
      this.#ports.changed();
    }
  }

  /** Sends one entry; resolves to false if no other entry should be tried now. */
  async #sendOne(entry: Entry, token: string, stuck: Set<string>): Promise<boolean> {
    // From now on it may have reached the server, even if this page ends before the answer.
    if (isChange(entry)) await this.#store.change(entry.sequence, (sent) => ({ ...sent, attempts: 1 }));
    const answer = await this.#ports.send(entry, token);
    const verdict = judgeAnswer(entry, answer);
    if (verdict === 'done') await this.#store.remove(entry.sequence);
    else await this.#note(entry, answer, verdict === 'refused');
    const isAnswered = verdict === 'done' || verdict === 'refused';
    this.#ports.changed({ answered: isAnswered ? entry : undefined });
    if (isAnswered) this.#failures = 0;
    if (verdict === 'sign in') this.#rejected = token;
    if (verdict === 'later') this.#pauseThenFlush();
    // Only later entries of the same interview have to wait.
    if (verdict === 'stuck') stuck.add(entry.interviewId);
    return verdict !== 'sign in' && verdict !== 'later';
  }

  #note({ sequence }: Entry, { message }: Answer, isRefused: boolean): Promise<void> {
    return this.#store.change(sequence, (entry) => ({
      ...entry,
      attempts: entry.attempts + 1,
      problem: message,
      ...(isRefused && { refused: true }),
    }));
  }

  #pauseThenFlush(): void {
    const ms = Math.min(PAUSE_MS * 2 ** this.#failures++, PAUSE_MAX_MS);
    const pause = ++this.#pause;
    // Spread, so that devices that lost the same server do not return together.
    this.#ports.later(ms * (0.5 + Math.random() / 2), () => {
      if (pause === this.#pause) void this.flush();
    });
  }
}
