import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import * as nodes from './room-nodes.repository.ts';

/** If a node has not reported for this long that it is alive, it no longer sends content of other nodes (ms). */
const LEASE_MS = 4_000;
/** How often the nodes that have not answered are asked again (ms). */
const ASK_AGAIN_MS = 300;
/** If a node was silent for this long, it is forgotten (ms). */
const FORGOTTEN_AFTER_MS = 60_000;

/** The connections to the others that this node needs. */
interface Wiring {
  db: Database;
  /** Requests that all other nodes apply the stored state, and reply to this node with the key. */
  ask(key: string, interviewId: string | null): void;
  /** Tells all other nodes that announcements of this node may have got lost. */
  reportGap(): void;
  /** True if messages of other nodes arrive. */
  hears(): boolean;
  leaseMs?: number;
}

/** The time for which a node has reported that it is alive. */
interface Lease {
  /** True if another node cannot announce anything, so that its changes must be read from the database. */
  isOtherCutOff: boolean;
  /** Claims that this node has applied the state that was stored when it reported. */
  markApplied(): Promise<void>;
}

/** The nodes that have replied to a question. */
class Replies {
  readonly #ids = new Set<string>();
  #onReply = () => {};

  add(id: string): void {
    this.#ids.add(id);
    this.#onReply();
  }

  /** Resolves with true once all of these have replied, with false if they have not after the time. */
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
 * Makes decisions of this node hold everywhere: each node keeps a row with the time up to which it has applied the
 * stored state. After a decision this node waits until each other node has replied, or applied the state stored by
 * then, or lost its lease. If a node neither hears the others nor reaches the database, or could not apply a decision,
 * it gives its lease up before the others count on it.
 */
export class OtherNodes {
  readonly id = randomUUID();
  readonly #wiring: Wiring;
  readonly #leaseMs: number;
  readonly #replies = new Map<string, Replies>();
  /** When this node last could not be behind: it heard the others, or had applied the stored state. */
  #currentAt = performance.now();
  #hasMissed = false;

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
    this.#leaseMs = wiring.leaseMs ?? LEASE_MS;
  }

  /** True if this node may be behind the others and cannot know it; then it must send nothing of its rooms. */
  get isLost(): boolean {
    return !this.#isCurrent() && performance.now() - this.#currentAt > this.#leaseMs * 0.75;
  }

  #isCurrent(): boolean {
    return this.#wiring.hears() && !this.#hasMissed;
  }

  /** Notes that this node could not apply a decision of another one, because it did not reach the database. */
  missedDecision(): void {
    this.#hasMissed = true;
  }

  /** Reports that this node is alive, and whether the others hear it. */
  async renew(): Promise<Lease> {
    const { db } = this.#wiring;
    const since = performance.now();
    await nodes.markAlive(db, { id: this.id, isCutOff: !this.#wiring.hears() }, FORGOTTEN_AFTER_MS);
    if (this.#isCurrent()) this.#currentAt = since;
    const at = await nodes.readClock(db);
    return {
      isOtherCutOff: await nodes.isOtherCutOff(db, this.id, this.#leaseMs),
      markApplied: async () => {
        await nodes.markApplied(db, this.id, at);
        this.#currentAt = since;
        this.#hasMissed = false;
      },
    };
  }

  /** Makes all other nodes read this node's announcements from the database, because they may not have heard them. */
  reportGap(): void {
    this.#wiring.reportGap();
  }

  /** Takes the reply of another node. */
  heard(key: string, nodeId: string): void {
    this.#replies.get(key)?.add(nodeId);
  }

  /**
   * Resolves when decisions committed before the call hold on all other nodes: the decisions of one interview, or, with
   * null, the ones for closing sockets. Never rejects, and takes no longer than a lease.
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

  // Null if the database does not reply before the others have lost their leases.
  async #clock(until: number): Promise<string | null> {
    while (performance.now() < until) {
      const now = await nodes.readClock(this.#wiring.db).catch(() => null);
      if (now !== null) return now;
      await sleep(ASK_AGAIN_MS);
    }
    return null;
  }
}
