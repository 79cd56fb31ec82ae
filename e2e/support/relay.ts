import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** Which direction of a connection loses its data: to the server, from the server, or both. */
interface Lost {
  up: boolean;
  down: boolean;
}

/** A TCP relay to a local server that can lose data without notice to either side. */
export interface Relay {
  readonly origin: string;
  /** Loses all data of the present connections, including their close. They never recover. */
  lose(lost: Partial<Lost>): void;
  /** Delivers requests that begin with `start` ("POST /api/x") and loses their replies; null stops that. */
  loseAnswersTo(start: string | null): void;
  close(): Promise<void>;
}

/** Opens a relay to the server at `origin` on a port, by default a free one. */
export async function openRelay(origin: string, ownPort = 0): Promise<Relay> {
  const { port } = new URL(origin);
  const connections = new Map<Lost, Socket[]>();
  let unanswered: string | null = null;
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    const lost: Lost = { up: false, down: false };
    connections.set(lost, [client, upstream]);
    client.on('data', (data) => {
      if (unanswered !== null && data.toString('latin1', 0, unanswered.length) === unanswered) lost.down = true;
    });
    pass(client, upstream, () => lost.up);
    pass(upstream, client, () => lost.down);
  });
  await once(server.listen(ownPort, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: (what) => {
      for (const lost of connections.keys()) Object.assign(lost, what);
    },
    loseAnswersTo: (start) => {
      unanswered = start;
    },
    close: async () => {
      for (const socket of [...connections.values()].flat()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(from: Socket, to: Socket, isLost: () => boolean): void {
  from.on('data', (data) => isLost() || to.write(data));
  from.on('close', () => isLost() || to.destroy());
  // A close event follows every error.
  from.on('error', () => undefined);
}
