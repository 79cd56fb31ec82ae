import { TokenBucket } from './token-bucket.ts';

/** Packets of one connection per second and per burst: far above the limits on events. */
const PACKETS_PER_SECOND = 200;
const PACKETS_BURST = 2_000;
/**
 * Characters of packets of one participant per second and per burst: the allowed full texts and edits, as JSON escapes
 * them. All their connections count together.
 */
const CHARS_PER_SECOND = 4_000_000;
const CHARS_BURST = 16_000_000;
/** The same of one group of a room: ten people at the limit of one, or a hundred who type. */
const GROUP_CHARS_PER_SECOND = 10_000_000;
const GROUP_CHARS_BURST = 64_000_000;
/** The same for a connection outside a room: handshakes and subscriptions with tokens, some of them refused. */
const UNJOINED_CHARS_PER_SECOND = 4_000;
const UNJOINED_CHARS_BURST = 64_000;

/** The part of an Engine.IO connection that is used here. */
interface Connection {
  on(event: 'packet', listener: (packet: { data?: unknown }) => void): unknown;
  close(): void;
}

/** Limits the packets of one connection, known events or not: a packet is parsed before its event is known. */
export class PacketLimits {
  /** Connections whose current packet is beyond a limit. */
  readonly #over = new WeakSet<Connection>();
  /** What the characters of a connection's packets are taken out of. */
  readonly #chars = new WeakMap<Connection, TokenBucket[]>();

  static charsOfParticipant(): TokenBucket {
    return new TokenBucket(CHARS_PER_SECOND, CHARS_BURST);
  }

  static charsOfGroup(): TokenBucket {
    return new TokenBucket(GROUP_CHARS_PER_SECOND, GROUP_CHARS_BURST);
  }

  /** Counts a connection's packets: the first one beyond a limit is refused, the next one closes the connection. */
  watch(conn: Connection): void {
    const packets = new TokenBucket(PACKETS_PER_SECOND, PACKETS_BURST);
    this.#chars.set(conn, [new TokenBucket(UNJOINED_CHARS_PER_SECOND, UNJOINED_CHARS_BURST)]);
    let wasRefused = false;
    conn.on('packet', ({ data }) => {
      if (packets.take() && this.#takeChars(conn, lengthOf(data))) return void this.#over.delete(conn);
      this.#over.add(conn);
      if (wasRefused) conn.close();
      wasRefused = true;
    });
  }

  /** Counts the characters of a connection that joined a room with those of its participant and their group. */
  join(conn: Connection, chars: TokenBucket[]): void {
    this.#chars.set(conn, chars);
  }

  #takeChars(conn: Connection, count: number): boolean {
    return (this.#chars.get(conn) ?? []).every((chars) => chars.take(count));
  }

  /** Returns whether the current packet is beyond a limit. */
  isOverLimit(conn: Connection): boolean {
    return this.#over.has(conn);
  }
}

function lengthOf(data: unknown): number {
  return typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0;
}
