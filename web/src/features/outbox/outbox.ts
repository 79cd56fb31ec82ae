import { belongsTo } from './outbox-entry.ts';
import type { Account, Answer, Entry, NewEntry } from './outbox-entry.ts';
import { judge } from './outbox-rules.ts';
import { OutboxStore } from './outbox-store.ts';

/** First pause after a failed attempt, in milliseconds; doubles up to the longest. */
const PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 60_000;

/** What the queue needs of the page it runs on. */
export interface OutboxPorts {
  /** Who is signed in now, read in one go with their token. */
  account(): Account | null;
  /** Sends an entry under a token; resolves whatever happens. */
  send(entry: Entry, token: string): Promise<Answer>;
  /** Runs work that only one page of this device may do at a time. */
  alone(work: () => Promise<void>): Promise<void>;
  /** Runs work in so many milliseconds. */
  later(ms: number, work: () => void): void;
  /** Milliseconds since 1970, as this device believes. */
  now(): number;
  /** Tells this and the other pages that the queue changed, and whether because the server answered an entry. */
  changed(isAnswered?: boolean): void;
}

/**
 * Saves and ends on their way to the server. What was added is on the disk, is sent in order by one page at a time
 * under the account that made it, and leaves the disk only when the server has it or the person discards it. The
 * server makes repeats harmless by the operation id, so an answer that got lost costs nothing.
 */
export class Outbox {
  readonly #ports: OutboxPorts;
  readonly #client: string;
  readonly #store = new OutboxStore();
  #flushing: Promise<void> | null = null;
  #isAskedAgain = false;
  #failures = 0;
  /** Counts pauses, so that only the latest one ends in an attempt. */
  #pause = 0;
  /** A token the server no longer takes: with it nothing is sent any more. */
  #rejected: string | null = null;

  constructor(client: string, ports: OutboxPorts) {
    this.#client = client;
    this.#ports = ports;
  }

  /** Keeps operations of the signed-in account, all or none; resolves once they are on the disk, rejects otherwise. */
  async add(entries: NewEntry[]): Promise<void> {
    const account = this.#ports.account();
    if (!account) throw new Error('Nobody is signed in.');
    const { company, user } = account;
    const about = { company, user, client: this.#client, at: this.#ports.now(), attempts: 0 };
    await this.#store.add(entries.map((entry) => ({ ...entry, ...about })));
    this.#ports.changed();
    void this.flush();
  }

  /** What waits or was refused, of the signed-in account alone, in order. */
  async list(): Promise<Entry[]> {
    const account = this.#ports.account();
    return (await this.#store.all()).filter((entry) => belongsTo(entry, account));
  }

  /** The entry of an operation, whosever it is; null when it left this device. */
  async find(opId: string): Promise<Entry | null> {
    return (await this.#store.all()).find((entry) => entry.opId === opId) ?? null;
  }

  /** Settles when what is being sent now is sent or has to wait. */
  async settled(): Promise<void> {
    await this.#flushing;
  }

  /** Sends what waits; resolves when all is sent or the rest has to wait. Never rejects. */
  async flush(): Promise<void> {
    this.#isAskedAgain = true;
    this.#flushing ??= this.#flushWhileAsked();
    await this.#flushing;
  }

  /** Sends what waits now, whatever the pause, and what was refused before with it. */
  async retry(sequence: number): Promise<void> {
    await this.#store.change(sequence, (entry) => {
      const anew = { ...entry, attempts: 0 };
      delete anew.refused;
      delete anew.problem;
      return anew;
    });
    this.#ports.changed();
    await this.flush();
  }

  /** Forgets an entry of the signed-in account: the person does not want it sent. */
  async discard(sequence: number): Promise<void> {
    const own = await this.list();
    if (!own.some((entry) => entry.sequence === sequence)) return;
    await this.#store.remove(sequence);
    this.#ports.changed();
  }

  async #flushWhileAsked(): Promise<void> {
    while (this.#isAskedAgain) {
      this.#isAskedAgain = false;
      try {
        await this.#ports.alone(() => this.#sendAll());
      } catch {
        // The disk does not answer; what is on it stays there.
        this.#pauseThenFlush();
      }
    }
    // In the same turn as the last look: who asks from now on starts anew.
    this.#flushing = null;
  }

  async #sendAll(): Promise<void> {
    const stuck = new Set<string>();
    for (;;) {
      const account = this.#ports.account();
      if (!account || account.token === this.#rejected) return;
      const waiting = (await this.#store.all()).filter((entry) => belongsTo(entry, account) && !entry.refused);
      const next = waiting.find((entry) => !stuck.has(entry.interviewId));
      if (!next) break;
      if (!(await this.#sendOne(next, account.token, stuck))) return;
    }
    if (stuck.size > 0) this.#pauseThenFlush();
  }

  /** False when nothing else should be tried now. */
  async #sendOne(entry: Entry, token: string, stuck: Set<string>): Promise<boolean> {
    const answer = await this.#ports.send(entry, token);
    const verdict = judge(entry, answer);
    if (verdict === 'done') await this.#store.remove(entry.sequence);
    else await this.#note(entry, answer, verdict === 'refused');
    const isAnswered = verdict === 'done' || verdict === 'refused';
    this.#ports.changed(isAnswered);
    if (isAnswered) this.#failures = 0;
    if (verdict === 'sign in') this.#rejected = token;
    if (verdict === 'later') this.#pauseThenFlush();
    // Only what builds on this one has to wait.
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
    // Spread, so that devices that lost the same server do not come back all at once.
    this.#ports.later(ms * (0.5 + Math.random() / 2), () => {
      if (pause === this.#pause) void this.flush();
    });
  }
}
