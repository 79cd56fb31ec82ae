import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** What a way to the server loses: what goes up to it, what comes down from it, or both. */
interface Lost {
  up: boolean;
  down: boolean;
}

/** A way to a server on this machine that can lose what it is given, without a word to either side. */
export interface Relay {
  readonly origin: string;
  /** Loses what goes over the present connections, their ends too. They never carry anything again. */
  lose(lost: Partial<Lost>): void;
  /** Delivers requests that begin with `start` ("POST /api/x") and loses their answers; null loses no more of them. */
  loseAnswersTo(start: string | null): void;
  close(): Promise<void>;
}

/** Opens a way to the server at `origin`, on a free port. */
export async function openRelay(origin: string): Promise<Relay> {
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
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
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
  // A connection that breaks is closed next.
  from.on('error', () => undefined);
}
