import { getAccount } from '@cip/contracts/accounts/auth';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../../testing/http/call.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { createMetrics } from '../../metrics.ts';
import { Refusals } from './refusals.ts';

let node: TestApp;
const remember = closeAfterEach();
const logged = vi.fn<(line: object, message: string) => void>();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
  vi.spyOn(node.app.log, 'info').mockImplementation((line: unknown, message: unknown) =>
    logged(Object(line), String(message)),
  );
});
beforeEach(() => {
  logged.mockClear();
});
afterAll(() => node.close());

const lines = () => logged.mock.calls.filter(([, message]) => message === 'refused').map(([line]) => line);
const network: unknown = expect.stringMatching(/^[\w-]{12}$/);

test('logs a refused request with its route and a digest of the network', async () => {
  await call(node.app, getAccount, { token: 'forged.token.here-and-there', address: '203.0.113.9' });
  await node.app.inject({ url: '/api/no-such-secret-path', remoteAddress: '203.0.113.9' });
  expect(lines()).toEqual([
    { at: 'call', code: 'unauthenticated', what: '/api/user', network, unlogged: 0 },
    { at: 'call', code: 'not_found', what: 'no route', network, unlogged: 0 },
  ]);
  expect(JSON.stringify(lines())).not.toMatch(/203\.0\.113|secret|forged/);
});

test('logs and counts a refused handshake and a refused event', async () => {
  const room = await startLiveRoom(node);
  const stranger = remember(new PlainClient(node.url, { ...room.candidate, authToken: 'forged.token.here-and-there' }));
  await until('the refused handshake', () => lines().length === 1);
  const candidate = remember(await PlainClient.join(node.url, room.candidate));
  await candidate.emit('document:update', { id: 'operation-1', update: '////' });
  await candidate.emit('participant:remove', { participantId: room.interview.id });

  expect(lines()).toEqual([
    { at: 'handshake', code: 'unauthenticated', what: 'room', network, unlogged: 0 },
    { at: 'event', code: 'invalid', what: 'document:update', network, unlogged: 0 },
    { at: 'event', code: 'forbidden', what: 'participant:remove', network, unlogged: 0 },
  ]);
  const figures = await node.ctx.metrics.registry.getSingleMetricAsString('refusals_total');
  expect(figures).toContain('refusals_total{at="event",code="forbidden"} 1');
  stranger.close();
});

test('counts all refusals but logs only sixty lines a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const metrics = createMetrics();
  const refusals = new Refusals({ info: logged }, metrics, 'secret');
  const flood = () => {
    for (let nth = 0; nth < 1_000; nth++)
      refusals.record({ at: 'event', code: 'too_many_requests', what: 'any event', network: '203.0.113.9' });
  };
  flood();
  expect(lines()).toHaveLength(60);
  vi.advanceTimersByTime(61_000);
  flood();
  vi.useRealTimers();
  expect(lines()).toHaveLength(120);
  expect(lines()[60]).toMatchObject({ unlogged: 940 });
  expect(await metrics.registry.getSingleMetricAsString('refusals_total')).toContain(' 2000');
});
