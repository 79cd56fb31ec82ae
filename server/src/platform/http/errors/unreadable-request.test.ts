import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { refuseUnreadable } from './unreadable-request.ts';

async function answerTo(bytes: string): Promise<string> {
  const app = Fastify({ clientErrorHandler: refuseUnreadable });
  app.get('/', () => 'fine');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const answer = await new Promise<string>((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (part) => (received += part.toString()));
    socket.on('close', () => resolve(received));
  });
  await app.close();
  return answer;
}

it.each([
  ['bytes that are not HTTP', 'nonsense\r\n\r\n', '400 Bad Request'],
  [
    'two content lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    '400 Bad Request',
  ],
  ['endless headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431 Request Header Fields'],
])('replies to %s with the error shape and closes the connection', async (_what, bytes, status) => {
  const answer = await answerTo(bytes);

  expect(answer).toContain(`HTTP/1.1 ${status}`);
  expect(answer).toContain('Connection: close');
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
    message: 'The request could not be read.',
    code: 'bad_request',
  });
});
