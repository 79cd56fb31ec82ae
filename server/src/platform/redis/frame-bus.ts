import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { startJob, type StartedJob } from '../jobs.ts';
import { COMMAND_TIMEOUT_MS, type RedisConnections } from './redis.ts';

/** How often a busy channel announces the number of its last frame (ms). */
const MARK_EVERY_MS = 1_000;
/** When a gap is reported again, in marks: the missed edit may not have been committed at the first report. */
const REPEAT_AFTER_MARKS: readonly number[] = [1, 4, 16];
/** How often gaps are reported during an outage of Redis (ms). */
const OUTAGE_EVERY_MS = 500;

/** Callbacks of a channel's listener. */
export interface FrameListener {
  /** A frame of another node, identified by `sender` and `number`. If it throws, that is logged. */
  onFrame(frame: { sender: string; number: number; payload: string }): void;
  /** Frames may have been lost: read the log. Called immediately and repeated later. */
  onGap(): void;
}

interface Channel {
  listener: FrameListener;
  /** Identifies this subscription: its numbers start at one, so a new subscription needs a new sender. */
  sender: string;
  /** Number of this node's last frame. */
  sent: number;
  marked: number;
  /** Number of the last frame of each other node. */
  received: Map<string, number>;
  /** Marks since the last gap was first reported. */
  marksSinceGap: number;
}

/**
 * Numbered frames between nodes over Redis, one channel per room. If frames get lost, listeners always notice the gap.
 * Without Redis there are no other nodes, and nothing is sent.
 */
export class FrameBus {
  /** Prefix of this process's senders. */
  readonly #node = randomUUID();
  #subscriptions = 0;
  readonly #redis: RedisConnections | null;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #channels = new Map<string, Channel>();
  readonly #jobs: StartedJob[] = [];
  #isIncomplete = false;

  constructor(redis: RedisConnections | null, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#redis = redis;
    this.#log = log;
    if (!redis) return;
    redis.subscriber.on('message', (name: string, message: string) => this.#receive(name, message));
    redis.subscriber.on('ready', () => this.#reportGaps());
    const mark = () => {
      this.#mark();
      this.#repeatGaps();
    };
    const reportOutage = () => {
      if (!this.#isConnected() || this.#isIncomplete) this.#reportGaps();
    };
    this.#jobs.push(
      startJob({ name: 'frame marks', everyMs: MARK_EVERY_MS, run: mark }, log),
      startJob({ name: 'frame gaps', everyMs: OUTAGE_EVERY_MS, run: reportOutage }, log),
    );
  }

  /** Subscribes to a channel. Resolves when frames will arrive; during an outage of Redis immediately, or soon. */
  async listen(name: string, listener: FrameListener): Promise<void> {
    const channel: Channel = {
      listener,
      sender: `${this.#node}.${++this.#subscriptions}`,
      sent: 0,
      marked: 0,
      received: new Map(),
      marksSinceGap: Infinity,
    };
    this.#channels.set(name, channel);
    if (!this.#redis) return;
    const { subscriber } = this.#redis;
    const isReady = subscriber.status === 'ready';
    const subscribed = subscriber.subscribe(name).catch(() => {});
    // ioredis subscribes when the connection is back; 'ready' then reports the gap.
    if (!isReady) return;
    const isLate = await Promise.race([subscribed, sleep(COMMAND_TIMEOUT_MS, true, { ref: false })]);
    // If Redis is silent, frames are missed until it replies.
    if (isLate === true) void subscribed.then(() => this.#channels.get(name) === channel && reportGap(channel));
  }

  /** Unsubscribes from a channel. */
  leave(name: string): void {
    if (this.#channels.delete(name)) void this.#redis?.subscriber.unsubscribe(name);
  }

  /** Sends a frame to the other nodes, if any, and returns its number. Never throws; listeners notice a lost frame. */
  publish(name: string, payload: () => string): number {
    const channel = this.#redis && this.#channels.get(name);
    if (!channel) return 0;
    const number = ++channel.sent;
    this.#send(name, channel.sender, number, payload());
    return number;
  }

  /** While `isOn`, gaps are reported as during an outage, because another node cannot send. */
  expectGaps(isOn: boolean): void {
    this.#isIncomplete = isOn;
  }

  close(): void {
    for (const job of this.#jobs) void job.stop();
    this.#channels.clear();
  }

  #isConnected(): boolean {
    return this.#redis?.subscriber.status === 'ready' && this.#redis.commands.status === 'ready';
  }

  #send(name: string, sender: string, number: number, payload: string): void {
    if (this.#redis?.commands.status !== 'ready') return;
    this.#redis.commands.publish(name, `${sender}|${number}|${payload}`).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'could not publish a frame');
    });
  }

  // Sends an empty frame with the last number, so that a listener notices if the last frame was lost.
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
    if (payload !== '') this.#deliver(channel, { sender, number, payload });
    if (number > expected) reportGap(channel);
  }

  // If an error reached the Redis client, it would end the process and everybody's rooms.
  #deliver({ listener }: Channel, frame: Parameters<FrameListener['onFrame']>[0]): void {
    try {
      listener.onFrame(frame);
    } catch (error) {
      this.#log.warn({ err: error }, 'could not apply a frame');
    }
  }

  #reportGaps(): void {
    for (const channel of this.#channels.values()) reportGap(channel);
  }

  // During an outage all gaps are reported anyway.
  #repeatGaps(): void {
    if (!this.#isConnected()) return;
    for (const channel of this.#channels.values())
      if (REPEAT_AFTER_MARKS.includes(++channel.marksSinceGap)) channel.listener.onGap();
  }
}

function reportGap(channel: Channel): void {
  channel.marksSinceGap = 0;
  channel.listener.onGap();
}

function split(message: string): [sender: string, number: string, payload: string] {
  const first = message.indexOf('|');
  const second = message.indexOf('|', first + 1);
  return [message.slice(0, first), message.slice(first + 1, second), message.slice(second + 1)];
}
