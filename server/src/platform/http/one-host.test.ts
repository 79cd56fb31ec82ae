import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';

test('refuses a request with two Host headers', async () => {
  const { url, close } = await startTestApp({ listen: true });
  const { hostname, port } = new URL(url);
  const answer = await new Promise<string>((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write('GET /healthz HTTP/1.1\r\nHost: one.example\r\nhost: two.example\r\nConnection: close\r\n\r\n'),
    );
    socket.on('data', (part) => (received += part.toString()));
    socket.on('close', () => resolve(received));
  });
  expect(answer).toContain('HTTP/1.1 400 Bad Request');
  expect(answer).toContain('"code":"bad_request"');
  await close();
});
