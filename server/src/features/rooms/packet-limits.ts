import { TokenBucket } from './token-bucket.ts';

/** Packets one connection may send in a second, and in one burst: far above the events that are answered. */
const PACKETS_PER_SECOND = 200;
const PACKETS_BURST = 2_000;
/** Characters of packets in a second, and in one burst: the full texts and edits that are taken, as JSON escapes them. */
const CHARS_PER_SECOND = 4_000_000;
const CHARS_BURST = 16_000_000;

/** A connection of the engine, as far as it matters here. */
interface Sending {
  on(event: 'packet', heard: (packet: { data?: unknown }) => void): unknown;
  close(): void;
}

/**
 * How much one connection may send of anything, whether or not it means something: each packet is parsed before it
 * is known to be an event of ours.
 */
export class PacketLimits {
  /** Whose present packet is too much. */
  readonly #over = new WeakSet<Sending>();

  /** Counts what comes over a connection from now on: who sends too much is told once, and cut off if they go on. */
  watch(conn: Sending): void {
    const packets = new TokenBucket(PACKETS_PER_SECOND, PACKETS_BURST);
    const chars = new TokenBucket(CHARS_PER_SECOND, CHARS_BURST);
    let isTold = false;
    conn.on('packet', ({ data }) => {
      if (packets.take() && chars.take(lengthOf(data))) return void this.#over.delete(conn);
      this.#over.add(conn);
      if (isTold) conn.close();
      isTold = true;
    });
  }

  /** Whether the packet that is being read is one too many. */
  isOver(conn: Sending): boolean {
    return this.#over.has(conn);
  }
}

function lengthOf(data: unknown): number {
  return typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0;
}
