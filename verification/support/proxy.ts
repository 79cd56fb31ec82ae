import { createServer, connect, type Server, type Socket } from 'node:net';

/**
 * A TCP proxy in front of the nodes for one client. It connects to the first node that accepts, as a load balancer
 * does, and can become a black hole: it forwards nothing and closes nothing, as a dead mobile network does.
 */
export class Proxy {
  readonly #server: Server;
  readonly #targets: () => number[];
  readonly #pairs = new Set<[Socket, Socket]>();
  /** Start of the last black hole as Unix time in milliseconds, or null. */
  blackHoleSince: number | null = null;
  #isBlackHole = false;
  #turn = 0;

  private constructor(targets: () => number[]) {
    this.#targets = targets;
    this.#server = createServer((client) => this.#accept(client));
  }

  static async open(targets: () => number[]): Promise<Proxy> {
    const proxy = new Proxy(targets);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || !address) throw new Error('The proxy does not listen.');
    return `http://127.0.0.1:${address.port}`;
  }

  set isBlackHole(isBlackHole: boolean) {
    this.#isBlackHole = isBlackHole;
    if (isBlackHole) this.blackHoleSince = Date.now();
    for (const socket of [...this.#pairs].flat())
      if (isBlackHole) socket.pause();
      else socket.resume();
  }

  /** Closes all connections; the next one goes to the nodes of that time. */
  drop(): void {
    for (const sockets of this.#pairs) for (const socket of sockets) socket.destroy();
  }

  close(): void {
    this.#server.close();
    this.drop();
  }

  #accept(client: Socket): void {
    const ports = this.#targets();
    const start = this.#turn++;
    const order = ports.map((_, index) => ports[(start + index) % ports.length] ?? 0);
    this.#connect(client, order);
  }

  #connect(client: Socket, [port, ...others]: number[]): void {
    if (port === undefined) return void client.destroy();
    const node = connect(port, '127.0.0.1');
    node.once('error', () => {
      if (node.connecting || node.bytesRead === 0) this.#connect(client, others);
    });
    node.once('connect', () => this.#join(client, node));
  }

  #join(client: Socket, node: Socket): void {
    const pair: [Socket, Socket] = [client, node];
    this.#pairs.add(pair);
    const close = () => {
      this.#pairs.delete(pair);
      client.destroy();
      node.destroy();
    };
    node.removeAllListeners('error');
    for (const socket of pair) socket.on('error', close).on('close', close);
    client.on('data', (data) => node.write(data));
    node.on('data', (data) => client.write(data));
    if (this.#isBlackHole) for (const socket of pair) socket.pause();
  }
}
