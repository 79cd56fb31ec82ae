import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { AppContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { TOO_MANY_CONNECTIONS } from '../../limits.ts';
import { networkOf } from '../../platform/http/network.ts';

/** How often one connection may ask to be let into a room: once does, more after it was refused. */
const ASKED_PER_CONNECTION = 20;
/** Connections of one network that are open at a time on this node: an office of five hundred with five each. */
const OPEN_PER_NETWORK = 2_500;

/** A connection of the engine. */
interface Connection {
  request: IncomingMessage;
  on(event: 'close', closed: () => void): unknown;
}

/** A socket before it is let in. */
interface Asking {
  conn: { close(): void };
  request: IncomingMessage;
}

/** How often anybody may ask to be let into rooms: each time costs a look into the database, and a code can be guessed. */
export class ConnectionLimits {
  readonly #asked = new WeakMap<Asking['conn'], number>();
  readonly #limits: AppContext['limits'];
  /** How many connections each network has open. */
  readonly #open = new Map<string, number>();
  readonly #isOn: boolean;
  readonly #trust: (address: string, index: number) => boolean;

  constructor({ config, limits }: Pick<AppContext, 'config' | 'limits'>) {
    this.#isOn = config.rateLimits;
    this.#trust = proxyAddr.compile(config.trustProxy);
    this.#limits = limits;
  }

  /** Counts a connection before the engine opens it. Throws `too_many_requests`. */
  async open(request: IncomingMessage): Promise<void> {
    const network = this.networkOf(request);
    if (this.#isOn && (this.#open.get(network) ?? 0) >= OPEN_PER_NETWORK)
      throw new AppError('too_many_requests', TOO_MANY_CONNECTIONS);
    // Nobody listens while the count is asked for, and a connection that breaks just then would end the process.
    const ignore = () => {};
    request.socket.on('error', ignore);
    try {
      await this.#limits.handshakes.take(network);
    } finally {
      request.socket.off('error', ignore);
    }
  }

  /** Counts a connection as long as it is open. */
  hold(connection: Connection): void {
    const network = this.networkOf(connection.request);
    this.#count(network, 1);
    connection.on('close', () => this.#count(network, -1));
  }

  /** Counts that a socket asks to be let in. Throws `too_many_requests`, and closes a connection that asks on and on. */
  async take({ conn, request }: Asking): Promise<void> {
    const asked = (this.#asked.get(conn) ?? 0) + 1;
    this.#asked.set(conn, asked);
    if (asked > ASKED_PER_CONNECTION) {
      conn.close();
      throw new AppError('too_many_requests', TOO_MANY_CONNECTIONS);
    }
    await this.#limits.connections.take(this.networkOf(request));
  }

  /** The network a connection comes from, by way of a balancer or not. */
  networkOf(request: IncomingMessage): string {
    return networkOf(proxyAddr(request, this.#trust));
  }

  #count(network: string, change: number): void {
    const open = (this.#open.get(network) ?? 0) + change;
    if (open > 0) this.#open.set(network, open);
    else this.#open.delete(network);
  }
}
