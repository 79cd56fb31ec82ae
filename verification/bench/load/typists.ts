import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace, ProtocolName, TypingOutcome } from './commands.ts';
import { Typing } from './edits.ts';
import { latency } from './latencies.ts';
import { takeHocuspocusSeat } from './protocols/hocuspocus.ts';
import { takeOwnSeat } from './protocols/own.ts';
import type { Seat, TakeSeat } from './protocols/protocol.ts';
import { takeSocketIoRelaySeat } from './protocols/socket-io-relay.ts';
import { takeWsRelaySeat } from './protocols/ws-relay.ts';
import { takeYWebsocketSeat } from './protocols/y-websocket.ts';
import { Room } from './room.ts';

const PROTOCOLS: Record<ProtocolName, TakeSeat> = {
  own: takeOwnSeat,
  hocuspocus: takeHocuspocusSeat,
  'y-websocket': takeYWebsocketSeat,
  'socket-io-relay': takeSocketIoRelaySeat,
  'ws-relay': takeWsRelaySeat,
};

/** Seats that are taken at the same time. */
const TAKEN_TOGETHER = 40;
/** Edits of one room on their way at the same time while it is filled. */
const FILL_WINDOW = 200;
/** How long the last edits have to arrive, in milliseconds. */
const SETTLE_MS = 5_000;

/** Everybody the load generator plays: two people in each room, one of whom types. */
export class Typists {
  readonly #rooms = new Map<string, Room>();
  readonly #typing = new Typing();
  #acknowledges = false;

  /** Takes seats; rooms come to be with their first. Rejects when a server does not let one in. */
  async connect(protocol: ProtocolName, seats: Seat[]): Promise<void> {
    this.#acknowledges = protocol === 'own';
    const queue = seats.values();
    const take = async () => {
      for (const seat of queue) await this.#take(PROTOCOLS[protocol], seat);
    };
    await Promise.all(Array.from({ length: TAKEN_TOGETHER }, take));
  }

  /** Types in all rooms at a pace, evenly spread; `counting` is told when what happens counts. */
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
      isTextRight: rooms.every((room) => room.isTextRight(this.#typing)),
      lateP99: latency(late).p99,
      generatorBusy,
    };
  }

  /** Types so many edits in each of some rooms as fast as they are acknowledged. */
  async fill(names: string[], edits: number): Promise<void> {
    const rooms = [...this.#rooms].flatMap(([name, room]) => (names.includes(name) ? room : []));
    const target = new Map(rooms.map((room) => [room, room.sent + edits]));
    while (rooms.some((room) => room.sent < (target.get(room) ?? 0) || room.unanswered > 0)) {
      for (const room of rooms)
        while (room.sent < (target.get(room) ?? 0) && room.unanswered < FILL_WINDOW) room.type(this.#typing);
      await sleep(1);
    }
    if (sum(rooms, 'refused') > 0) throw new Error('The server refused edits of a room that was filled.');
  }

  async #take(take: TakeSeat, seat: Seat): Promise<void> {
    const room = this.#rooms.get(seat.room) ?? new Room(this.#rooms.size === 0);
    this.#rooms.set(seat.room, room);
    room[seat.role] = await take(seat, seat.role === 'writer' ? room.writerHears : room.readerHears);
  }

  /** Answers with how late each edit was sent, in milliseconds. */
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
    const isOnItsWay = (room: Room) => room.undelivered > 0 || (this.#acknowledges && room.unanswered > 0);
    while (rooms.some(isOnItsWay) && performance.now() < deadline) await sleep(20);
  }
}

function sum(rooms: Room[], figure: 'sent' | 'undelivered' | 'refused'): number {
  return rooms.reduce((total, room) => total + room[figure], 0);
}
