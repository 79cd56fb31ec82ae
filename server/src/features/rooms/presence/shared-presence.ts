import { randomUUID } from 'node:crypto';
import type { Participant } from '@cip/contracts/rooms/rooms';
import type { Redis } from 'ioredis';
import { startJob, type JobLog } from '../../../platform/jobs.ts';
import { RECONNECT_GRACE_MS, type Presence, type PresenceListener, type PresenceEntry } from './presence.ts';
import { ENTER, REMOVE, REFRESH } from './presence-scripts.ts';

/** How often each node refreshes its entries (ms). */
const REFRESH_MS = 2_000;

/** If an entry was not refreshed for this long, its node died (ms). */
const EXPIRY_MS = 7_000;

interface StoredEntry {
  participant: Participant;
  /** When the participant arrived, in Redis's milliseconds. */
  since: number;
  /** Time since the last refresh (ms). */
  ageMs: number;
}

const keyOf = (interviewId: string) => `presence:${interviewId}`;

/**
 * Presence over all nodes: one Redis hash per room, one field per socket with the time of its last refresh. All times
 * are Redis's, so that the nodes' clocks need not agree. During an outage of Redis a node lists its own entries and the
 * participants it read last; the next refresh after the outage corrects the list.
 */
export class SharedPresence implements Presence {
  readonly #redis: Redis;
  readonly #listener: PresenceListener;
  readonly #node = randomUUID();
  readonly #entries = new Map<string, Map<string, PresenceEntry>>();
  readonly #lastSeen = new Map<string, Participant[]>();
  readonly #leaving = new Set<NodeJS.Timeout>();
  readonly #stopRefreshing: () => Promise<void>;

  constructor(redis: Redis, listener: PresenceListener, log: JobLog) {
    this.#redis = redis;
    this.#listener = listener;
    const job = { name: 'presence', everyMs: REFRESH_MS, run: () => this.#refresh() };
    this.#stopRefreshing = startJob(job, log).stop;
  }

  async list(interviewId: string): Promise<Participant[]> {
    const local = [...(this.#entries.get(interviewId)?.values() ?? [])].map(({ participant }) => participant);
    try {
      const stored = alive(await this.#read(interviewId)).toSorted((a, b) => a.since - b.since);
      const list = distinct([...stored.map(({ participant }) => participant), ...local]);
      // Only for rooms with a socket on this node, because the list is shown during an outage.
      if (this.#entries.has(interviewId)) this.#lastSeen.set(interviewId, list);
      else this.#lastSeen.delete(interviewId);
      return list;
    } catch {
      return distinct([...(this.#lastSeen.get(interviewId) ?? []), ...local]);
    }
  }

  async enter(entry: PresenceEntry): Promise<boolean> {
    const { interviewId, participant } = entry;
    const wasHere = [...(this.#entries.get(interviewId)?.values() ?? [])].some(
      (other) => other.participant.id === participant.id,
    );
    this.#add(entry);
    try {
      const taken = await this.#redis.eval(
        ENTER,
        1,
        keyOf(interviewId),
        this.#fieldOf(entry),
        `${participant.id}/`,
        JSON.stringify(participant),
        EXPIRY_MS,
      );
      return taken === 1;
    } catch {
      return !wasHere;
    }
  }

  leave(entry: PresenceEntry, isGraceful: boolean): void {
    const room = this.#entries.get(entry.interviewId);
    if (!room?.delete(entry.socketId)) return;
    if (room.size === 0) {
      this.#entries.delete(entry.interviewId);
      this.#lastSeen.delete(entry.interviewId);
    }
    if (isGraceful) return void this.#remove(entry);
    const timer = setTimeout(() => {
      this.#leaving.delete(timer);
      void this.#remove(entry);
    }, RECONNECT_GRACE_MS);
    this.#leaving.add(timer);
  }

  forget(interviewId: string): void {
    this.#entries.delete(interviewId);
    this.#lastSeen.delete(interviewId);
    void this.#redis.del(keyOf(interviewId));
  }

  close(): void {
    void this.#stopRefreshing();
    for (const timer of this.#leaving) clearTimeout(timer);
  }

  #add(entry: PresenceEntry): void {
    const room = this.#entries.get(entry.interviewId) ?? new Map<string, PresenceEntry>();
    this.#entries.set(entry.interviewId, room.set(entry.socketId, entry));
  }

  #fieldOf({ participant, socketId }: PresenceEntry): string {
    return `${participant.id}/${this.#node}/${socketId}`;
  }

  async #remove(entry: PresenceEntry): Promise<void> {
    const left = await this.#redis
      .eval(REMOVE, 1, keyOf(entry.interviewId), this.#fieldOf(entry), `${entry.participant.id}/`)
      .catch(() => 0);
    if (left === 1) this.#listener.left(entry.interviewId, entry.participant);
  }

  // Refreshes this node's entries and deletes expired ones; the node that deletes an entry reports the leave. After an
  // outage of Redis the first node deletes the others' entries, which they add again.
  async #refresh(): Promise<void> {
    await Promise.allSettled(
      [...this.#entries].map(([interviewId, entries]) => this.#refreshRoom(interviewId, entries)),
    );
  }

  async #refreshRoom(interviewId: string, entries: Map<string, PresenceEntry>): Promise<void> {
    const refreshed = [...entries.values()].flatMap((entry) => [
      this.#fieldOf(entry),
      JSON.stringify(entry.participant),
    ]);
    const before = JSON.stringify(this.#lastSeen.get(interviewId) ?? []);
    const reply = await this.#redis.eval(REFRESH, 1, keyOf(interviewId), EXPIRY_MS, ...refreshed);
    const [gone = [], missing = []] = Array.isArray(reply) ? reply.map(participants) : [];
    for (const participant of gone) this.#listener.left(interviewId, participant);
    for (const participant of distinct(missing)) this.#listener.returned(interviewId, participant);
    const list = await this.list(interviewId);
    // Another node may have sent a list without them.
    if (missing.length > 0 || JSON.stringify(list) !== before) this.#listener.changed(interviewId);
  }

  async #read(interviewId: string): Promise<StoredEntry[]> {
    const [[seconds, micros], fields] = await Promise.all([
      this.#redis.time(),
      this.#redis.hgetall(keyOf(interviewId)),
    ]);
    const now = Number(seconds) * 1_000 + Number(micros) / 1_000;
    return Object.values(fields).map((value) => {
      const [since = '0', seen = '0', ...rest] = value.split('|');
      const participant: Participant = JSON.parse(rest.join('|'));
      return { participant, since: Number(since), ageMs: now - Number(seen) };
    });
  }
}

function alive(entries: StoredEntry[]): StoredEntry[] {
  return entries.filter(({ ageMs }) => ageMs < EXPIRY_MS);
}

function distinct(list: Participant[]): Participant[] {
  return [...new Map(list.map((participant) => [participant.id, participant])).values()];
}

function participants(values: unknown): Participant[] {
  if (!Array.isArray(values)) return [];
  return values.map((value) => JSON.parse(String(value)));
}
