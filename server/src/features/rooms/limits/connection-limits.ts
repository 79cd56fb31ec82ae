import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { AppContext, LimitContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { TOO_MANY_CONNECTIONS } from '../../../limits.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { Turns } from './turns.ts';

/** Room handshakes of one connection: one is enough, more follow a refusal. */
const HANDSHAKES_PER_CONNECTION = 20;
/** Open connections of one network on this node: an office of five hundred people with five each. */
const OPEN_PER_NETWORK = 2_500;
/**
 * Sockets of one network that connect or join concurrently: when 250 opened together, the calls of other networks took
 * 130 ms, and 30 with four turns. Because a join may take seconds, connecting has turns of its own.
 */
const CONNECTING_PER_NETWORK = 1;
const JOINING_PER_NETWORK = 3;

/** An Engine.IO connection. */
interface Connection {
  request: IncomingMessage;
  on(event: 'close', listener: () => void): unknown;
}

/** A socket during its room handshake. */
interface ConnectingSocket {
  conn: { close(): void };
  request: IncomingMessage;
}

/**
 * Limits connections and room handshakes by network, because each handshake costs a query and could guess a room code.
 */
export class ConnectionLimits {
  readonly #handshakes = new WeakMap<ConnectingSocket['conn'], number>();
  readonly #limits: AppContext['limits'];
  /** Open connections by network. */
  readonly #open = new Map<string, number>();
  readonly #connecting = new Turns(CONNECTING_PER_NETWORK);
  readonly #joining = new Turns(JOINING_PER_NETWORK);
  readonly #isOn: boolean;
  readonly #trust: (address: string, index: number) => boolean;

  constructor({ config, limits }: LimitContext) {
    this.#isOn = config.rateLimits;
    this.#trust = proxyAddr.compile(config.trustProxy);
    this.#limits = limits;
  }

  /** Counts a connection before Engine.IO accepts it. Throws `too_many_requests`. */
  async takeConnection(request: IncomingMessage): Promise<void> {
    const network = this.networkOf(request);
    if (this.#isOn && (this.#open.get(network) ?? 0) >= OPEN_PER_NETWORK)
      throw new AppError('too_many_requests', TOO_MANY_CONNECTIONS);
    // Engine.IO does not listen yet: without a listener an error during the await would crash the process.
    const ignore = () => {};
    request.socket.on('error', ignore);
    try {
      await this.#limits.handshakes.take(network);
      // The turn spaces out Engine.IO's next steps; the count above may wait for Redis, also while it is silent.
      await this.connectInTurn(network, async () => {});
    } finally {
      request.socket.off('error', ignore);
    }
  }

  /** Counts a connection as open until it closes. */
  trackOpen(connection: Connection): void {
    const network = this.networkOf(connection.request);
    this.#count(network, 1);
    connection.on('close', () => this.#count(network, -1));
  }

  /** Counts a room handshake. Throws `too_many_requests`, and closes a connection beyond its own limit. */
  async takeHandshake({ conn, request }: ConnectingSocket): Promise<void> {
    const handshakes = (this.#handshakes.get(conn) ?? 0) + 1;
    this.#handshakes.set(conn, handshakes);
    if (handshakes > HANDSHAKES_PER_CONNECTION) {
      conn.close();
      throw new AppError('too_many_requests', TOO_MANY_CONNECTIONS);
    }
    await this.#limits.connections.take(this.networkOf(request));
  }

  /** Runs a task that lets a socket connect, in a turn of its network. */
  connectInTurn<T>(network: string, task: () => Promise<T>): Promise<T> {
    return this.#isOn ? this.#connecting.run(network, task) : task();
  }

  /** Likewise runs a task that lets a connected socket join. */
  joinInTurn<T>(network: string, task: () => Promise<T>): Promise<T> {
    return this.#isOn ? this.#joining.run(network, task) : task();
  }

  /** Returns the network of the client, also behind a trusted proxy. */
  networkOf(request: IncomingMessage): string {
    return networkOf(proxyAddr(request, this.#trust));
  }

  #count(network: string, change: number): void {
    const open = (this.#open.get(network) ?? 0) + change;
    if (open > 0) this.#open.set(network, open);
    else this.#open.delete(network);
  }
}
