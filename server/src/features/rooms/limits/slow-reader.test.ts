import { afterAll, beforeAll, expect, test } from 'vitest';
import { candidateOf, startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { reading } from '../../../testing/sockets/reading.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

/** More than the kernel buffers for a reader that does not read: 54 KB of base64 each, 13 MB together. */
const PASTES = 250;
const PASTE = 'x'.repeat(40_000);

test('queues updates for a stalled reader up to a limit', { tags: ['long'] }, async () => {
  const room = await startLiveRoom(node);
  const stalledAuth = await candidateOf(node, room.roomCode, 'Bob');
  const [author, brisk, stalled] = await Promise.all(
    [room.interviewer, room.candidate, stalledAuth].map((auth) => OwnClient.join(node.url, auth)),
  );
  if (!author || !brisk || !stalled) throw new Error('Three clients expected.');
  const line = reading(stalled.wire);
  line.stop();
  for (let paste = 0; paste < PASTES; paste++) {
    author.insert(0, PASTE);
    author.erase(0, PASTE.length);
    author.insert(0, `line ${paste}\n`);
    await until('an acknowledgement', () => author.unacknowledged.size === 0);
    await until('the line at the other', () => brisk.text === author.text);
  }
  const before = stalled.wire.count('document:update');
  line.start();
  await until('the text at the stalled', () => stalled.text === author.text);
  // The updates that the kernel buffered arrive first, then one update with the rest.
  const sent = brisk.wire.count('document:update');
  expect(sent).toBe(PASTES * 3);
  expect(stalled.wire.count('document:update') - before).toBeLessThan(sent / 2);
  author.insert(0, 'after\n');
  await until('the next line', () => stalled.text === author.text && brisk.text === author.text);
  for (const client of [author, brisk, stalled]) client.close();
});

test('disconnects a client that keeps sending requests and reads no replies', { tags: ['long'] }, async () => {
  const room = await startLiveRoom(node);
  const [author, greedy] = [
    await OwnClient.join(node.url, room.interviewer),
    await OwnClient.join(node.url, room.candidate),
  ];
  author.insert(0, 'x'.repeat(150_000));
  await until('the text', () => greedy.text === author.text);
  const line = reading(greedy.wire);
  line.stop();
  const left = author.wire.next('userLeft');
  let answered = 0;
  for (let n = 0; n < 400; n++) greedy.wire.socket.emit('document:open', { stateVector: 'AA==' }, () => answered++);
  expect(await left).toMatchObject({ userType: 'candidate' });
  line.start();
  author.insert(0, 'meanwhile\n');
  await until('the edit', () => author.unacknowledged.size === 0);
  expect(answered).toBeLessThan(200);
  for (const client of [author, greedy]) client.close();
});
