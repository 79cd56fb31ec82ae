import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Everything that reaches the server through this origin. */
export interface Witness {
  readonly origin: string;
  /** Requests so far, such as `GET /api/x`. */
  readonly requests: string[];
  close(): void;
}

/** The requests of a browser itself: the app's files, kept by its service worker, and what a policy has blocked. */
export const BROWSERS_OWN = /^(?:GET \/(?:(?:assets|run)\/\S+|[\w-]+\.\w+)|POST \/api\/csp-reports)$/;

const REQUEST = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \S+(?= HTTP)/gm;

/** Opens a relay to the server at `origin` that notes each request. */
export async function openWitness(origin: string): Promise<Witness> {
  const { port } = new URL(origin);
  const requests: string[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    client.on('data', (data) => requests.push(...(data.toString('latin1').match(REQUEST) ?? [])));
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => client.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => void server.close(),
  };
}
