import { TokenBucket } from './token-bucket.ts';

/** Packets one connection may send in a second, and in one burst: far above the events that are answered. */
const PACKETS_PER_SECOND = 200;
const PACKETS_BURST = 2_000;
/** Characters of packets in a second, and in one burst: the full texts and edits that are taken, as JSON escapes them. */
const CHARS_PER_SECOND = 4_000_000;
const CHARS_BURST = 16_000_000;
/** The same of a connection in no room: handshakes and subscriptions with their tokens, some of them refused. */
const UNJOINED_CHARS_PER_SECOND = 4_000;
const UNJOINED_CHARS_BURST = 64_000;

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
  readonly #chars = new WeakMap<Sending, TokenBucket>();

  /** Counts what comes over a connection from now on: who sends too much is told once, and cut off if they go on. */
  watch(conn: Sending): void {
    const packets = new TokenBucket(PACKETS_PER_SECOND, PACKETS_BURST);
    this.#chars.set(conn, new TokenBucket(UNJOINED_CHARS_PER_SECOND, UNJOINED_CHARS_BURST));
    let isTold = false;
    conn.on('packet', ({ data }) => {
      if (packets.take() && this.#chars.get(conn)?.take(lengthOf(data))) return void this.#over.delete(conn);
      this.#over.add(conn);
      if (isTold) conn.close();
      isTold = true;
    });
  }

  /** Lets a connection that is in a room send as many characters as its edits and texts have. */
  join(conn: Sending): void {
    this.#chars.set(conn, new TokenBucket(CHARS_PER_SECOND, CHARS_BURST));
  }

  /** Whether the packet that is being read is one too many. */
  isOver(conn: Sending): boolean {
    return this.#over.has(conn);
  }
}

function lengthOf(data: unknown): number {
  return typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0;
}
