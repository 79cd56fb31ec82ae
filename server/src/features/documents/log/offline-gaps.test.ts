import { randomUUID } from 'node:crypto';
import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { listOfflineGaps } from '@cip/contracts/rooms/documents';
import { OFFLINE_MAX_MS } from '@cip/contracts/rooms/document-events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { endInterview, registerCompany } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { startLiveRoom, type LiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { insertGap } from './offline-gaps.repository.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

const own = async (auth: LiveRoom['candidate']) => remember(await OwnClient.join(node.url, auth));
const gaps = (room: LiveRoom, id = room.interview.id) =>
  call(node.app, listOfflineGaps, { token: room.owner.token, params: { id } });

test('stores a gap once, by server time, within the interview', async () => {
  const room = await startLiveRoom(node);
  const ada = await own(room.candidate);
  const gap = { id: randomUUID(), forMs: 60_000 };

  for (let time = 0; time < 2; time++) expect(await ada.wire.emit('document:offline', gap)).toEqual({ ok: true });
  await ada.wire.emit('document:offline', { id: randomUUID(), forMs: OFFLINE_MAX_MS });

  const { data } = (await gaps(room)).reply;
  expect(data).toHaveLength(2);
  for (const each of data) {
    expect(each).toMatchObject({ participant_name: 'Ada', participant_type: 'candidate' });
    expect(Date.parse(each.offline_from)).toBeGreaterThanOrEqual(Date.parse(`${room.interview.started_at}`));
    expect(Date.parse(each.offline_from)).toBeLessThanOrEqual(Date.parse(each.offline_to));
    expect(Math.abs(Date.parse(each.offline_to) - Date.now())).toBeLessThan(10_000);
  }
});

test.each([{ forMs: -1 }, { forMs: OFFLINE_MAX_MS + 1 }, { forMs: 1.5 }, { forMs: '1' }, { id: 'x' }, { at: 0 }])(
  'refuses the gap %j',
  async (wrong) => {
    const room = await startLiveRoom(node);
    const ada = await own(room.candidate);

    const answer = await ada.wire.emit('document:offline', { id: randomUUID(), forMs: 1, ...wrong });

    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid' } });
    expect((await gaps(room)).reply.data).toEqual([]);
  },
);

test('stores at most 200 gaps per participant, and none after the end', async () => {
  const room = await startLiveRoom(node);
  const interviewId = room.interview.id;
  const participantId = randomUUID();
  for (let nth = 0; nth < 205; nth++)
    await insertGap(node.ctx.db, { interviewId, participantId, opId: `gap-${nth}-of-one`, forMs: 1 });
  await endInterview(node, room.owner, room.interview.room_code);
  await insertGap(node.ctx.db, { interviewId, participantId: randomUUID(), opId: 'after-the-end', forMs: 1 });

  const { count } = await node.ctx.db
    .selectFrom('offline_gaps')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('interview_id', '=', interviewId)
    .executeTakeFirstOrThrow();
  expect(count).toBe(200);
});

test('lists gaps only for the company of the interview', async () => {
  const room = await startLiveRoom(node);
  const { token } = await registerCompany(node);
  const of = (given: object) => call(node.app, listOfflineGaps, { params: { id: room.interview.id }, ...given });

  expect(await of({})).toMatchObject({ status: 401 });
  expect(await of({ token })).toMatchObject({ status: 404 });
  expect(await of({ token: room.owner.token, params: { id: 'no-id' } })).toMatchObject({ status: 404 });
});

test('delivers an hour of offline typing as one edit', async () => {
  const room = await startLiveRoom(node);
  const ines = remember(await PlainClient.join(node.url, room.interviewer));
  const ada = await own(room.candidate);
  const offline = new Y.Doc();
  Y.applyUpdate(offline, Y.encodeStateAsUpdate(ada.doc));
  const before = Y.encodeStateVector(offline);
  const text = offline.getText(SHARED_TEXT);
  let typed = '';
  for (let key = 0; key < 18_000; key++) {
    const letter = key % 40 === 39 ? '\n' : 'x';
    text.insert(text.length, letter);
    typed += letter;
  }
  await ines.type('-- Start coding here... meanwhile\n');

  const update = Buffer.from(Y.encodeStateAsUpdate(offline, before)).toString('base64');
  expect(await ada.wire.emit('document:update', { id: randomUUID(), update })).toEqual({ ok: true });

  const shown = await until('the text', () => (ines.code.includes(typed) ? ines.code : undefined));
  expect(shown.split(' meanwhile')).toHaveLength(2);
});
