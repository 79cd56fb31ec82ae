import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { addQuestion } from '../../testing/builders.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { startLiveRoom } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

// Two nodes over one Postgres and one Redis, of which one loses its connections to Redis.
let database: TestDatabase;
let cutOff: TestApp;
let well: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  database = await createTestDatabase();
  const options = { databaseUrl: database.url, listen: true, env: { REDIS_URL: inject('redisUrl') } };
  [cutOff, well] = [await startTestApp(options), await startTestApp(options)];
  await until('Redis', () => [cutOff, well].every(({ ctx }) => ctx.redis?.areReady()));
});
afterAll(async () => {
  await Promise.all([cutOff.close(), well.close()]);
  await database.drop();
});

it('shows on other nodes what people of a node without Redis type and change', async () => {
  const room = await startLiveRoom(cutOff);
  const question = await addQuestion(cutOff, room.owner, { title: 'Shown' });
  const interviewer = remember(await OwnClient.join(cutOff.url, room.interviewer));
  const candidate = remember(await OwnClient.join(well.url, room.candidate));
  cutOff.ctx.redis?.close();
  await until('the loss', () => cutOff.ctx.redis?.areReady() === false);

  interviewer.insert(0, 'typed ');
  await until('the log', () => interviewer.unacknowledged.size === 0);
  expect(await interviewer.wire.emit('question:show', { questionId: question.id })).toMatchObject({ ok: true });
  expect(await interviewer.wire.emit('document:language', { language: 'python' })).toMatchObject({ ok: true });

  await until('the text', () => candidate.text.startsWith('typed '));
  await until('the question', () => candidate.wire.count('question:changed') > 0);
  await until('the language', () => candidate.wire.count('document:language') > 0);
});
