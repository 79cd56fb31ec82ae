import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { startTestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { DEADLINES } from './deadlines.ts';
import { refuseUnreadable } from '../errors/unreadable-request.ts';

/** The deadlines shortened to tenths of seconds, so that they pass during the test. */
const QUICK = {
  requestTimeout: 300,
  connectionTimeout: 600,
  http: { headersTimeout: 150, connectionsCheckingInterval: 50 },
} satisfies typeof DEADLINES;
/** A time after all deadlines (ms). */
const LATER_MS = 1_500;

async function listening() {
  const app = Fastify({ ...QUICK, clientErrorHandler: refuseUnreadable });
  app.post('/', () => 'fine');
  app.get('/archive', () =>
    Readable.from(
      (async function* () {
        for (let part = 0; part < 8; part++) {
          yield `part ${part}\n`;
          await sleep(LATER_MS / 8);
        }
      })(),
    ),
  );
  const sockets = new Server(app.server);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, sockets, url, port: Number(new URL(url).port) };
}

test('sets the deadlines and the limit on connections of a node', async () => {
  const { app, close } = await startTestApp();
  expect(app.server).toMatchObject({
    requestTimeout: DEADLINES.requestTimeout,
    timeout: DEADLINES.connectionTimeout,
    headersTimeout: DEADLINES.http.headersTimeout,
    maxConnections: 20_000,
  });
  await close();
});

test('closes requests that arrive byte by byte, but not long-lived connections', { tags: ['long'] }, async () => {
  const { app, sockets, url, port } = await listening();
  const client = io(url, { transports: ['websocket'], reconnection: false });
  await until('the WebSocket', () => client.connected);
  const archive = fetch(`${url}/archive`).then((response) => response.text());
  const slow = ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n', 'POST / HTTP/1.1\r\nHost: x\r\n'].map(
    async (head) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(head));
      let answer = '';
      // After the read: if one writes to a connection that the server closed, its unread answer is discarded.
      const drip = setInterval(() => setImmediate(() => answer === '' && socket.write('x')), 100);
      socket.on('data', (part) => (answer += part.toString()));
      // A write to the closed connection fails.
      socket.on('error', () => {});
      await once(socket, 'close');
      clearInterval(drip);
      return answer;
    },
  );
  expect(await Promise.all(slow)).toEqual(Array(2).fill(expect.stringContaining('HTTP/1.1 408 Request Timeout')));
  expect(await archive).toContain('part 7');
  await sleep(QUICK.connectionTimeout);
  expect(client.connected).toBe(true);
  client.disconnect();
  await sockets.close();
  await app.close();
});
