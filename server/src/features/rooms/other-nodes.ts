import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import * as nodes from './room-nodes.repository.ts';

/** A node that has not said for this long that it is alive sends nothing of other nodes any more (ms). */
const LEASE_MS = 4_000;
/** How often the nodes that have not answered are asked again (ms). */
const ASK_AGAIN_MS = 300;
/** A node that was silent for this long is forgotten (ms). */
const FORGOTTEN_AFTER_MS = 60_000;

/** What this node needs to hear of the others. */
interface Wiring {
  db: Database;
  /** Asks all other nodes to apply what is stored, and to reply to this node with the key. */
  ask(key: string, interviewId: string | null): void;
  /** Whether messages of other nodes arrive. */
  hears(): boolean;
  leaseMs?: number;
}

/** The nodes that have replied to a question. */
class Replies {
  readonly #ids = new Set<string>();
  #onReply = () => {};

  add(id: string): void {
    this.#ids.add(id);
    this.#onReply();
  }

  /** Resolves with true once all of these have replied, with false after the time. */
  have(ids: string[], withinMs: number): Promise<boolean> {
    const all = Promise.withResolvers<boolean>();
    this.#onReply = () => {
      if (ids.every((id) => this.#ids.has(id))) all.resolve(true);
    };
    this.#onReply();
    return Promise.race([all.promise, sleep(withinMs, false, { ref: false })]);
  }
}

/**
 * What was decided here holds everywhere: each node keeps a row with the time as of which it has applied what is stored.
 * After a decision this node waits until each other one has replied, or applied what was stored by then, or lost its
 * lease. A node that neither hears the others nor reaches the database gives its lease up before the others count on it.
 */
export class OtherNodes {
  readonly id = randomUUID();
  readonly #wiring: Wiring;
  readonly #leaseMs: number;
  readonly #replies = new Map<string, Replies>();
  /** When this node last could not be behind: it heard the others, or had applied what was stored. */
  #currentAt = performance.now();

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
    this.#leaseMs = wiring.leaseMs ?? LEASE_MS;
  }

  /** Whether this node may be behind the others and cannot know: it must send nothing of its rooms. */
  get isLost(): boolean {
    return !this.#wiring.hears() && performance.now() - this.#currentAt > this.#leaseMs * 0.75;
  }

  /** Says that this node is alive. Returns the moment as of which it may claim to have applied what is stored. */
  async renew(): Promise<{ markApplied(): Promise<void> }> {
    const { db } = this.#wiring;
    const since = performance.now();
    await nodes.markAlive(db, this.id, FORGOTTEN_AFTER_MS);
    if (this.#wiring.hears()) this.#currentAt = since;
    const at = await nodes.readClock(db);
    return {
      markApplied: async () => {
        await nodes.markApplied(db, this.id, at);
        this.#currentAt = since;
      },
    };
  }

  /** Takes the reply of another node. */
  heard(key: string, nodeId: string): void {
    this.#replies.get(key)?.add(nodeId);
  }

  /**
   * Resolves when what was committed before the call holds on all other nodes: those of one interview, or, with null,
   * what closes sockets. Never rejects, and takes no longer than a lease.
   */
  async act(interviewId: string | null): Promise<void> {
    const [key, replies] = [randomUUID(), new Replies()];
    const until = performance.now() + this.#leaseMs;
    this.#replies.set(key, replies);
    try {
      const since = await this.#clock(until);
      while (since !== null && performance.now() < until) {
        this.#wiring.ask(key, interviewId);
        const behind = await nodes.findBehind(this.#wiring.db, this.id, since, this.#leaseMs).catch(() => null);
        if (behind === null) await sleep(ASK_AGAIN_MS);
        else if (await replies.have(behind, ASK_AGAIN_MS)) return;
      }
    } finally {
      this.#replies.delete(key);
    }
  }

  /** Forgets this node, which stops. */
  async close(): Promise<void> {
    await nodes.deleteNode(this.#wiring.db, this.id).catch(() => {});
  }

  // Null when the database does not reply before the others have lost their leases.
  async #clock(until: number): Promise<string | null> {
    while (performance.now() < until) {
      const now = await nodes.readClock(this.#wiring.db).catch(() => null);
      if (now !== null) return now;
      await sleep(ASK_AGAIN_MS);
    }
    return null;
  }
}
