import { randomUUID } from 'node:crypto';
import type { Participant } from '@cip/contracts/rooms';
import type { Redis } from 'ioredis';
import { GRACE_MS, type Presence, type PresenceListener, type Seat } from './presence.ts';

/** Every node says this often which seats it holds, in milliseconds. */
const BEAT_MS = 2_000;
/** A seat nobody has spoken for in this long is empty: its node is gone. In milliseconds. */
const EXPIRY_MS = 7_000;

interface StoredSeat {
  participant: Participant;
  since: number;
  seen: number;
}

const keyOf = (interviewId: string) => `presence:${interviewId}`;

/**
 * Presence over all nodes: one Redis hash a room, one field a socket, each with the time it was last spoken for.
 * Redis's own clock counts, so that the nodes need not agree on one. While Redis is away each node knows its own
 * seats and who it saw last; when it is back the next beat makes the list true again.
 */
export class SharedPresence implements Presence {
  readonly #redis: Redis;
  readonly #listener: PresenceListener;
  readonly #node = randomUUID();
  readonly #seats = new Map<string, Map<string, Seat>>();
  readonly #lastSeen = new Map<string, Participant[]>();
  readonly #leaving = new Set<NodeJS.Timeout>();
  readonly #timer: NodeJS.Timeout;

  constructor(redis: Redis, listener: PresenceListener) {
    this.#redis = redis;
    this.#listener = listener;
    this.#timer = setInterval(() => void this.#beat(), BEAT_MS);
  }

  async list(interviewId: string): Promise<Participant[]> {
    const local = [...(this.#seats.get(interviewId)?.values() ?? [])].map(({ participant }) => participant);
    try {
      const stored = alive(await this.#read(interviewId)).toSorted((a, b) => a.since - b.since);
      const list = distinct([...stored.map(({ participant }) => participant), ...local]);
      // Kept for an outage, and only where somebody would be shown it.
      if (this.#seats.has(interviewId)) this.#lastSeen.set(interviewId, list);
      else this.#lastSeen.delete(interviewId);
      return list;
    } catch {
      return distinct([...(this.#lastSeen.get(interviewId) ?? []), ...local]);
    }
  }

  async enter(seat: Seat): Promise<boolean> {
    const { interviewId, participant } = seat;
    const wasHere = [...(this.#seats.get(interviewId)?.values() ?? [])].some(
      (other) => other.participant.id === participant.id,
    );
    this.#take(seat);
    try {
      const taken = await this.#redis.eval(
        ENTER,
        1,
        keyOf(interviewId),
        this.#fieldOf(seat),
        `${participant.id}/`,
        JSON.stringify(participant),
        EXPIRY_MS,
      );
      return taken === 1;
    } catch {
      return !wasHere;
    }
  }

  leave(seat: Seat, isGraceful: boolean): void {
    const room = this.#seats.get(seat.interviewId);
    if (!room?.delete(seat.socketId)) return;
    if (room.size === 0) {
      this.#seats.delete(seat.interviewId);
      this.#lastSeen.delete(seat.interviewId);
    }
    if (isGraceful) return void this.#vacate(seat);
    const timer = setTimeout(() => {
      this.#leaving.delete(timer);
      void this.#vacate(seat);
    }, GRACE_MS);
    this.#leaving.add(timer);
  }

  forget(interviewId: string): void {
    this.#seats.delete(interviewId);
    this.#lastSeen.delete(interviewId);
    void this.#redis.del(keyOf(interviewId)).catch(() => {});
  }

  close(): void {
    clearInterval(this.#timer);
    for (const timer of this.#leaving) clearTimeout(timer);
  }

  #take(seat: Seat): void {
    const room = this.#seats.get(seat.interviewId) ?? new Map<string, Seat>();
    this.#seats.set(seat.interviewId, room.set(seat.socketId, seat));
  }

  #fieldOf({ participant, socketId }: Seat): string {
    return `${participant.id}/${this.#node}/${socketId}`;
  }

  async #vacate(seat: Seat): Promise<void> {
    const left = await this.#redis
      .eval(VACATE, 1, keyOf(seat.interviewId), this.#fieldOf(seat), `${seat.participant.id}/`)
      .catch(() => 0);
    if (left === 1) this.#listener.left(seat.interviewId, seat.participant);
  }

  // Speaks for this node's seats and buries those that nobody speaks for; whoever removes one tells of it.
  async #beat(): Promise<void> {
    await Promise.allSettled([...this.#seats].map(([interviewId, seats]) => this.#beatRoom(interviewId, seats)));
  }

  async #beatRoom(interviewId: string, seats: Map<string, Seat>): Promise<void> {
    const spoken = [...seats.values()].flatMap((seat) => [this.#fieldOf(seat), JSON.stringify(seat.participant)]);
    const before = JSON.stringify(this.#lastSeen.get(interviewId) ?? []);
    const gone = await this.#redis.eval(BEAT, 1, keyOf(interviewId), EXPIRY_MS, ...spoken);
    for (const participant of participants(gone)) this.#listener.left(interviewId, participant);
    if (JSON.stringify(await this.list(interviewId)) !== before) this.#listener.changed(interviewId);
  }

  async #read(interviewId: string): Promise<StoredSeat[]> {
    const [[seconds, micros], fields] = await Promise.all([
      this.#redis.time(),
      this.#redis.hgetall(keyOf(interviewId)),
    ]);
    const now = Number(seconds) * 1_000 + Number(micros) / 1_000;
    return Object.values(fields).map((value) => {
      const [since = '0', seen = '0', ...rest] = value.split('|');
      const participant: Participant = JSON.parse(rest.join('|'));
      return { participant, since: Number(since), seen: now - Number(seen) };
    });
  }
}

function alive(seats: StoredSeat[]): StoredSeat[] {
  return seats.filter(({ seen }) => seen < EXPIRY_MS);
}

function distinct(list: Participant[]): Participant[] {
  return [...new Map(list.map((participant) => [participant.id, participant])).values()];
}

function participants(values: unknown): Participant[] {
  if (!Array.isArray(values)) return [];
  return values.map((value) => JSON.parse(String(value)));
}

// A value is "since|seen|participant", both times in Redis's milliseconds.
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

// KEYS: room; ARGV: field, prefix of the participant's fields, participant, expiry. 1 when the person is new.
const ENTER = `${NOW}
local fresh = 1
local since = now
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, #ARGV[2]) == ARGV[2] then
    local value = redis.call('HGET', KEYS[1], field)
    local first, seen = string.match(value, '^(%d+)|(%d+)|')
    if now - tonumber(seen) < tonumber(ARGV[4]) then
      fresh = 0
      since = math.min(since, tonumber(first))
    end
  end
end
redis.call('HSET', KEYS[1], ARGV[1], since .. '|' .. now .. '|' .. ARGV[3])
redis.call('PEXPIRE', KEYS[1], 60000)
return fresh
`;

// KEYS: room; ARGV: field, prefix of the participant's fields. 1 when the person has no other seat.
const VACATE = `
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then return 0 end
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, #ARGV[2]) == ARGV[2] then return 0 end
end
return 1
`;

// KEYS: room; ARGV: expiry, then field and participant of each seat spoken for. Answers with the participants
// whose last seat expired.
const BEAT = `${NOW}
for i = 2, #ARGV, 2 do
  local value = redis.call('HGET', KEYS[1], ARGV[i])
  local since = value and string.match(value, '^(%d+)|') or now
  redis.call('HSET', KEYS[1], ARGV[i], since .. '|' .. now .. '|' .. ARGV[i + 1])
end
redis.call('PEXPIRE', KEYS[1], 60000)
local present, expired = {}, {}
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local who = string.match(all[i], '^([^/]+)/')
  local seen, participant = string.match(all[i + 1], '^%d+|(%d+)|(.*)$')
  if now - tonumber(seen) < tonumber(ARGV[1]) then
    present[who] = true
  else
    redis.call('HDEL', KEYS[1], all[i])
    expired[who] = participant
  end
end
local gone = {}
for who, participant in pairs(expired) do
  if not present[who] then gone[#gone + 1] = participant end
end
return gone
`;
