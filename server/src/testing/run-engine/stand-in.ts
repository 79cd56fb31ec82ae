import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebSocketServer } from 'ws';
import type { EngineOptions, EngineReply } from './engine-options.ts';
import { judge0Reply } from './judge0-dialect.ts';
import { connectPiston } from './piston-connect-dialect.ts';
import { pistonReply } from './piston-dialect.ts';

/** A request that the stand-in received; `body` is the job if it was a connection. */
export interface ReceivedRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

/** A fake of Piston and Judge0 on its own port: both dialects, with canned programs. */
export interface EngineStandIn {
  url: string;
  options: EngineOptions;
  received: ReceivedRequest[];
  /** Returns the number of open WebSockets. */
  connections(): number;
  close(): Promise<void>;
}

const DEFAULTS: EngineOptions = { token: null, hasConnect: true, redirectTo: null, oddAnswer: null, runLimitMs: 3_000 };

/** Starts the stand-in. Its options may be changed while it runs. */
export async function startEngine(changes: Partial<EngineOptions> = {}): Promise<EngineStandIn> {
  const options = { ...DEFAULTS, ...changes };
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  const sockets = new WebSocketServer({ noServer: true });

  const isAllowed = ({ headers }: IncomingMessage) =>
    options.token === null || headers[options.token.header] === options.token.value;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request);
    const path = request.url ?? '';
    const body = sent === '' ? {} : JSON.parse(sent);
    received.push({ path, headers: request.headers, body });
    if (options.redirectTo !== null) return void response.writeHead(302, { location: options.redirectTo }).end();
    if (!isAllowed(request)) return void response.writeHead(401).end();
    if (options.oddAnswer !== null && request.method === 'POST')
      return void response.writeHead(path.startsWith('/api/v2/') ? 200 : 201).end(options.oddAnswer);
    const reply = path.startsWith('/api/v2/') ? pistonReply : judge0Reply;
    answer(response, await reply(`${request.method} ${path.split('?')[0]}`, body, options));
  }

  server.on('upgrade', (request, socket, head) => {
    const entry: ReceivedRequest = { path: request.url ?? '', headers: request.headers, body: {} };
    received.push(entry);
    if (options.redirectTo !== null)
      return socket.end(`HTTP/1.1 302 Found\r\nlocation: ${options.redirectTo}\r\ncontent-length: 0\r\n\r\n`);
    if (!options.hasConnect || !isAllowed(request))
      return socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.once('message', (job: Buffer) => (entry.body = JSON.parse(job.toString())));
      connectPiston(client, options);
    });
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    options,
    received,
    connections: () => sockets.clients.size,
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(response: ServerResponse, { status, body, isCut, isSilent }: EngineReply): void {
  if (isSilent) return;
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  if (!isCut) return void response.end(body);
  response.write(body.slice(0, body.length / 2), () => response.destroy());
}
