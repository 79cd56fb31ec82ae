import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'on' } });
});
afterAll(() => node.close());

test('refuses events of a flooding client without delaying other rooms', { tags: ['long'] }, async () => {
  const [noisyRoom, calmRoom] = [await startLiveRoom(node), await startLiveRoom(node)];
  const noisy = await PlainClient.join(node.url, noisyRoom.candidate);
  const [author, reader] = await Promise.all([
    OwnClient.join(node.url, calmRoom.interviewer),
    OwnClient.join(node.url, calmRoom.candidate),
  ]);

  const flood = Promise.all(Array.from({ length: 1_000 }, () => noisy.emit('heartbeat', {})));
  author.insert(0, 'calm ');
  await until('the acknowledgement', () => author.unacknowledged.size === 0);
  await until('the other', () => reader.text === author.text);
  const answers = await flood;

  const refused = answers.filter(({ ok }) => ok === false);
  expect(refused.length).toBeGreaterThan(500);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(200);
  expect(refused[0]).toEqual({
    ok: false,
    error: { code: 'too_many_requests', message: 'Too many events. Please slow down.' },
  });
  await until('an accepted event', async () => (await noisy.emit('heartbeat', {})).ok === true);
  for (const client of [noisy, author, reader]) client.close();
});

test('accepts consecutive full texts of a full-text client', { tags: ['long'] }, async () => {
  const client = await PlainClient.join(node.url, (await startLiveRoom(node)).candidate);
  for (let n = 0; n < 15; n++) expect(await client.type(`${n}${'"\n'.repeat(99_000)}`)).toEqual({ ok: true });
  expect(client.socket.connected).toBe(true);
  client.close();
});
