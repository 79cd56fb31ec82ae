import { afterEach, expect, test, vi } from 'vitest';
import { RefusedWebSocket } from '../../../testing/refused-web-socket.ts';
import { probeTransport } from './probe-transport.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('finds polling if the browser refuses WebSockets', async () => {
  vi.stubEnv('VITE_SOCKET_URL', 'https://sockets.example');
  vi.stubGlobal('WebSocket', RefusedWebSocket);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  expect(await probeTransport()).toBe('polling');
});
