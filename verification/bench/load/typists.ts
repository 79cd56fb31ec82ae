import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace, ProtocolName, TypingOutcome } from './commands.ts';
import { Typing } from './edits.ts';
import { latency } from './latencies.ts';
import { joinHocuspocus } from './protocols/hocuspocus.ts';
import { joinOwnServer } from './protocols/own.ts';
import type { JoinTarget, JoinRoom } from './protocols/protocol.ts';
import { joinSocketIoRelay } from './protocols/socket-io-relay.ts';
import { joinWsRelay } from './protocols/ws-relay.ts';
import { joinYWebsocket } from './protocols/y-websocket.ts';
import { Room } from './room.ts';

const PROTOCOLS: Record<ProtocolName, JoinRoom> = {
  own: joinOwnServer,
  hocuspocus: joinHocuspocus,
  'y-websocket': joinYWebsocket,
  'socket-io-relay': joinSocketIoRelay,
  'ws-relay': joinWsRelay,
};

/** Clients that join at the same time. */
const CONCURRENT_JOINS = 40;
/** Unacknowledged edits per room while it is filled. */
const FILL_WINDOW = 200;
/** Time for the last edits to arrive, in milliseconds. */
const SETTLE_MS = 5_000;

/** All clients of the load generator: two per room, one of which types. */
export class Typists {
  readonly #rooms = new Map<string, Room>();
  readonly #typing = new Typing();
  #acknowledges = false;

  /** Joins rooms. Rejects when a server refuses a client. */
  async connect(protocol: ProtocolName, targets: JoinTarget[]): Promise<void> {
    this.#acknowledges = protocol === 'own';
    const queue = targets.values();
    const joinNext = async () => {
      for (const target of queue) await this.#join(PROTOCOLS[protocol], target);
    };
    await Promise.all(Array.from({ length: CONCURRENT_JOINS }, joinNext));
  }

  /** Types in all rooms at a pace, evenly spread. Calls `counting` when the measurement starts and stops. */
  async type(pace: Pace, counting: (isOn: boolean) => void): Promise<TypingOutcome> {
    const rooms = [...this.#rooms.values()].filter(({ writer }) => writer);
    for (let index = 1; index <= pace.editsPerSecond * (pace.warmUp + pace.seconds); index++)
      this.#typing.edit((rooms[0]?.sent ?? 0) + index);
    await this.#typeEvenly(rooms, pace.editsPerSecond, pace.warmUp);
    for (const room of rooms) room.countFromNow();
    const before = { sent: sum(rooms, 'sent'), cpu: process.cpuUsage(), at: performance.now() };
    counting(true);
    const late = await this.#typeEvenly(rooms, pace.editsPerSecond, pace.seconds);
    counting(false);
    const cpu = process.cpuUsage(before.cpu);
    const generatorBusy = (cpu.user + cpu.system) / 1_000 / (performance.now() - before.at);
    await this.#settle(rooms);
    return {
      edits: sum(rooms, 'sent') - before.sent,
      fanOut: latency(rooms.flatMap(({ fanOut }) => fanOut)),
      ack: this.#acknowledges ? latency(rooms.flatMap(({ acks }) => acks)) : null,
      undelivered: sum(rooms, 'undelivered'),
      refused: sum(rooms, 'refused'),
      isTextEqual: rooms.every((room) => room.isTextEqual(this.#typing)),
      lateP99: latency(late).p99,
      generatorBusy,
    };
  }

  /** Types a number of edits in each of these rooms as fast as they are acknowledged. */
  async fill(names: string[], edits: number): Promise<void> {
    const rooms = [...this.#rooms].flatMap(([name, room]) => (names.includes(name) ? room : []));
    const target = new Map(rooms.map((room) => [room, room.sent + edits]));
    while (rooms.some((room) => room.sent < (target.get(room) ?? 0) || room.unacknowledged > 0)) {
      for (const room of rooms)
        while (room.sent < (target.get(room) ?? 0) && room.unacknowledged < FILL_WINDOW) room.type(this.#typing);
      await sleep(1);
    }
    if (sum(rooms, 'refused') > 0) throw new Error('The server refused edits while a room was filled.');
  }

  async #join(join: JoinRoom, target: JoinTarget): Promise<void> {
    const room = this.#rooms.get(target.room) ?? new Room(this.#rooms.size === 0);
    this.#rooms.set(target.room, room);
    room[target.role] = await join(target, target.role === 'writer' ? room.writerListener : room.readerListener);
  }

  /** Returns the delay of each edit against its schedule, in milliseconds. */
  async #typeEvenly(rooms: Room[], editsPerSecond: number, seconds: number): Promise<number[]> {
    const gap = 1_000 / editsPerSecond / rooms.length;
    const count = Math.round(rooms.length * editsPerSecond * seconds);
    const from = performance.now();
    const late: number[] = [];
    while (late.length < count) {
      const due = Math.min(count, Math.ceil((performance.now() - from) / gap));
      while (late.length < due) {
        const room = rooms[late.length % rooms.length];
        room?.type(this.#typing);
        late.push(performance.now() - from - late.length * gap);
      }
      await sleep(1);
    }
    return late;
  }

  async #settle(rooms: Room[]): Promise<void> {
    const deadline = performance.now() + SETTLE_MS;
    const isPending = (room: Room) => room.undelivered > 0 || (this.#acknowledges && room.unacknowledged > 0);
    while (rooms.some(isPending) && performance.now() < deadline) await sleep(20);
  }
}

function sum(rooms: Room[], figure: 'sent' | 'undelivered' | 'refused'): number {
  return rooms.reduce((total, room) => total + room[figure], 0);
}
