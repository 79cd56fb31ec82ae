import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace, ProtocolName, TypingOutcome } from './commands.ts';
import { traceTimes, Typing, type TypingStyle } from './edits.ts';
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
/** More edits a second than a trace has over some seconds. */
const PEAK_PER_SECOND = 10;
/** Time for the last edits to arrive, in milliseconds. */
const SETTLE_MS = 5_000;

/** All clients of the load generator; one per room types. */
export class Typists {
  readonly #rooms = new Map<string, Room>();
  #style: TypingStyle = 'steady';
  #typing = new Typing();
  #acknowledges = false;

  /** Joins rooms. The first call decides how their writers type. Rejects if a server refuses a client. */
  async connect(protocol: ProtocolName, targets: JoinTarget[], style: TypingStyle): Promise<void> {
    this.#acknowledges = protocol === 'own';
    if (this.#rooms.size === 0) {
      this.#style = style;
      this.#typing = new Typing(style);
    }
    const queue = targets.values();
    const joinNext = async () => {
      for (const target of queue) await this.#join(PROTOCOLS[protocol], target);
    };
    await Promise.all(Array.from({ length: CONCURRENT_JOINS }, joinNext));
  }

  /** Types in all rooms at a pace, evenly spread. Calls `counting` when the measurement starts and stops. */
  async type(pace: Pace, counting: (isOn: boolean) => void): Promise<TypingOutcome> {
    const rooms = [...this.#rooms.values()].filter(({ writer }) => writer);
    const perSecond = this.#style === 'trace' ? PEAK_PER_SECOND : pace.editsPerSecond;
    for (let index = 1; index <= perSecond * (pace.warmUp + pace.seconds); index++)
      this.#typing.edit((rooms[0]?.sent ?? 0) + index);
    await typeOn(this.#schedule(rooms, pace, pace.warmUp));
    for (const room of rooms) room.countFromNow();
    const before = { sent: sum(rooms, 'sent'), cpu: process.cpuUsage(), at: performance.now() };
    counting(true);
    const late = await typeOn(this.#schedule(rooms, pace, pace.seconds));
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
      isTextEqual: rooms.every((room) => room.isTextEqual),
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
        while (room.sent < (target.get(room) ?? 0) && room.unacknowledged < FILL_WINDOW) room.type();
      await sleep(1);
    }
    if (sum(rooms, 'refused') > 0) throw new Error('The server refused edits while a room was filled.');
  }

  async #join(join: JoinRoom, target: JoinTarget): Promise<void> {
    const room = this.#rooms.get(target.room) ?? new Room(this.#typing, this.#rooms.size === 0);
    this.#rooms.set(target.room, room);
    if (target.role === 'writer') room.writer = await join(target, room.writerListener);
    else {
      const reader = room.addReader();
      reader.connection = await join(target, reader.listener);
    }
  }

  #schedule(rooms: Room[], { editsPerSecond }: Pace, seconds: number): Schedule {
    if (this.#style === 'trace') {
      const all = rooms.flatMap((room, index) => traceTimes(index, seconds).map((at) => ({ at, room })));
      const sorted = all.toSorted((one, other) => one.at - other.at);
      return { count: sorted.length, due: (nth) => sorted[nth] };
    }
    const gap = 1_000 / editsPerSecond / rooms.length;
    const due = (nth: number) => ({ at: nth * gap, room: rooms[nth % rooms.length] });
    return { count: Math.round(rooms.length * editsPerSecond * seconds), due };
  }

  async #settle(rooms: Room[]): Promise<void> {
    const deadline = performance.now() + SETTLE_MS;
    const isPending = (room: Room) => room.undelivered > 0 || (this.#acknowledges && room.unacknowledged > 0);
    while (rooms.some(isPending) && performance.now() < deadline) await sleep(20);
  }
}

/** Edits in the order of their times, in milliseconds from the start. */
interface Schedule {
  count: number;
  due(nth: number): { at: number; room: Room | undefined } | undefined;
}

/** Types by a schedule. Returns the delay of each edit, in milliseconds. */
async function typeOn({ count, due }: Schedule): Promise<number[]> {
  const from = performance.now();
  const late: number[] = [];
  while (late.length < count) {
    for (let next = due(late.length); next && next.at <= performance.now() - from; next = due(late.length)) {
      if (late.length === count) break;
      next.room?.type();
      late.push(performance.now() - from - next.at);
    }
    await sleep(1);
  }
  return late;
}

function sum(rooms: Room[], figure: 'sent' | 'undelivered' | 'refused'): number {
  return rooms.reduce((total, room) => total + room[figure], 0);
}
