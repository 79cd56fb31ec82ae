import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../../../testing/until.ts';
import { BoundedWebSocketServer } from './websocket-engine.ts';

test('reads nothing of a binary message, nor after it', async () => {
  const [webSockets, server] = [new BoundedWebSocketServer({ noServer: true }), createServer()];
  const received: number[] = [];
  server.on('upgrade', (request, socket, head) => {
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('message', (data: Buffer) => received.push(data.length));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  client.on('error', () => {});
  try {
    await new Promise((resolve) => client.once('open', resolve));
    client.send('2');
    for (let nth = 0; nth < 20; nth++) client.send(Buffer.alloc(900_000));
    await until('the end', () => client.readyState === WebSocket.CLOSED);

    expect(received).toEqual([1]);
  } finally {
    client.terminate();
    server.close();
  }
});
