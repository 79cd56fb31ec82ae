import { CONNECTION } from './rates.ts';
import { TokenBucket } from './token-bucket.ts';

/** The part of an Engine.IO connection that is used here. */
interface Connection {
  on(event: 'packet', listener: (packet: { data?: unknown }) => void): unknown;
  close(): void;
}

/** Limits the packets of one connection, known events or not, because a packet is parsed before its event is known. */
export class PacketLimits {
  /** Connections whose current packet is beyond a limit. */
  readonly #over = new WeakSet<Connection>();
  /** The budgets out of which the characters of a connection's packets are taken. */
  readonly #chars = new WeakMap<Connection, TokenBucket[]>();

  /** Counts a connection's packets: the first one beyond a limit is refused, the next one closes the connection. */
  watchConnection(conn: Connection): void {
    const packets = new TokenBucket(CONNECTION.packets);
    this.#chars.set(conn, [new TokenBucket(CONNECTION.charsUnjoined)]);
    let wasRefused = false;
    conn.on('packet', ({ data }) => {
      if (packets.take() && this.#takeChars(conn, lengthOf(data))) return void this.#over.delete(conn);
      this.#over.add(conn);
      if (wasRefused) conn.close();
      wasRefused = true;
    });
  }

  /** Counts the characters of a connection that joined a room for its participant and their group. */
  shareChars(conn: Connection, chars: TokenBucket[]): void {
    this.#chars.set(conn, chars);
  }

  #takeChars(conn: Connection, count: number): boolean {
    return (this.#chars.get(conn) ?? []).every((chars) => chars.take(count));
  }

  /** Returns true if the current packet is beyond a limit. */
  isOverLimit(conn: Connection): boolean {
    return this.#over.has(conn);
  }
}

function lengthOf(data: unknown): number {
  return typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0;
}
