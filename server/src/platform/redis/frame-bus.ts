import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { RedisConnections } from './redis.ts';

/** How often a busy channel tells the number of its last frame, in milliseconds. */
const MARK_EVERY_MS = 1_000;
/** When listeners are told of a gap again, in marks: what they missed may not have been written down when they looked. */
const AGAIN_AFTER_MARKS: readonly number[] = [1, 4, 16];
/** While Redis is away, listeners are told this often that they may have missed something, in milliseconds. */
const AWAY_EVERY_MS = 500;

/** What a listener of a channel is told. */
export interface FrameListener {
  /** A frame of another node: `sender` and `number` name it. */
  onFrame(frame: { sender: string; number: number; payload: string }): void;
  /** Frames may have been missed: look at the source of truth. Told several times, at once and later. */
  onGap(): void;
}

interface Channel {
  listener: FrameListener;
  /** Names this node's listening: who left and listens again counts from one again, and is somebody else. */
  sender: string;
  /** Number of this node's last frame. */
  sent: number;
  marked: number;
  /** Number of the last frame of each other node. */
  received: Map<string, number>;
  /** How many marks ago the listener was first told of the last gap. */
  marksSinceGap: number;
}

/**
 * Numbered frames between nodes over Redis, one channel a room: a doorbell that may lose frames but always lets
 * listeners notice. Without Redis there are no other nodes, and nothing is sent.
 */
export class FrameBus {
  /** Begins this process's senders. */
  readonly #node = randomUUID();
  #listenings = 0;
  readonly #redis: RedisConnections | null;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #channels = new Map<string, Channel>();
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(redis: RedisConnections | null, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#redis = redis;
    this.#log = log;
    if (!redis) return;
    redis.subscriber.on('message', (name: string, message: string) => this.#receive(name, message));
    redis.subscriber.on('ready', () => this.#tellAllOfGap());
    this.#timers.push(
      setInterval(() => {
        this.#mark();
        this.#tellAgain();
      }, MARK_EVERY_MS),
      setInterval(() => {
        if (!this.#isThere()) this.#tellAllOfGap();
      }, AWAY_EVERY_MS),
    );
  }

  /** Listens to a channel. Settles when frames will arrive, or at once while Redis is away. */
  async listen(name: string, listener: FrameListener): Promise<void> {
    this.#channels.set(name, {
      listener,
      sender: `${this.#node}.${++this.#listenings}`,
      sent: 0,
      marked: 0,
      received: new Map(),
      marksSinceGap: Infinity,
    });
    if (this.#redis?.subscriber.status === 'ready') await this.#redis.subscriber.subscribe(name).catch(() => {});
    // Asked for while away, it is sent when the connection is back; 'ready' then tells of the gap.
    else void this.#redis?.subscriber.subscribe(name).catch(() => {});
  }

  /** Stops listening to a channel. */
  leave(name: string): void {
    if (this.#channels.delete(name)) void this.#redis?.subscriber.unsubscribe(name).catch(() => {});
  }

  /**
   * Sends a frame to the other nodes, if there can be any, and answers with its number. Never throws; a lost frame is
   * noticed later.
   */
  publish(name: string, payload: () => string): number {
    const channel = this.#redis && this.#channels.get(name);
    if (!channel) return 0;
    const number = ++channel.sent;
    this.#send(name, channel.sender, number, payload());
    return number;
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#channels.clear();
  }

  #isThere(): boolean {
    return this.#redis?.subscriber.status === 'ready' && this.#redis.commands.status === 'ready';
  }

  #send(name: string, sender: string, number: number, payload: string): void {
    if (this.#redis?.commands.status !== 'ready') return;
    this.#redis.commands.publish(name, `${sender}|${number}|${payload}`).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'a frame was not published');
    });
  }

  // An empty frame with the number of the last one lets a listener notice that the last one was lost.
  #mark(): void {
    if (this.#redis?.commands.status !== 'ready') return;
    for (const [name, channel] of this.#channels) {
      if (channel.marked === channel.sent) continue;
      channel.marked = channel.sent;
      this.#send(name, channel.sender, channel.sent, '');
    }
  }

  #receive(name: string, message: string): void {
    const channel = this.#channels.get(name);
    const [sender, count, payload] = split(message);
    if (!channel || sender.startsWith(this.#node)) return;
    const number = Number(count);
    const last = channel.received.get(sender);
    channel.received.set(sender, Math.max(number, last ?? 0));
    const expected = payload === '' ? (last ?? 0) : (last ?? 0) + 1;
    if (payload !== '') channel.listener.onFrame({ sender, number, payload });
    if (number > expected) tellOfGap(channel);
  }

  #tellAllOfGap(): void {
    for (const channel of this.#channels.values()) tellOfGap(channel);
  }

  // Without Redis everybody is told all the time anyway.
  #tellAgain(): void {
    if (!this.#isThere()) return;
    for (const channel of this.#channels.values())
      if (AGAIN_AFTER_MARKS.includes(++channel.marksSinceGap)) channel.listener.onGap();
  }
}

function tellOfGap(channel: Channel): void {
  channel.marksSinceGap = 0;
  channel.listener.onGap();
}

function split(message: string): [sender: string, number: string, payload: string] {
  const first = message.indexOf('|');
  const second = message.indexOf('|', first + 1);
  return [message.slice(0, first), message.slice(first + 1, second), message.slice(second + 1)];
}
