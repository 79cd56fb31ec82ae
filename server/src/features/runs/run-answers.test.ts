import { randomUUID } from 'node:crypto';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { ANSWER_MAX, INPUT_WAIT_MS, RUN_LOST_AFTER_MS, RUN_MAX_MS, STDIN_MAX } from '@cip/contracts/runs/run-limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinAsCandidate } from '../../testing/builders.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { candidateOf, startLiveRoom } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { PlainClient } from '../../testing/sockets/plain-client.ts';
import { anEnd, aRequest } from '../../testing/sockets/runs.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

/** Starts a run of Ada's whose program waits for a line. */
async function askingRun() {
  const room = await startLiveRoom(node);
  const leader = remember(await OwnClient.join(node.url, room.interviewer));
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  const { id } = aRequest(DEFAULT_CODE);
  await ada.wire.emit('run:start', aRequest(DEFAULT_CODE, { id }));
  const asked = leader.wire.next('run:asked');
  expect(await ada.wire.emit('run:alive', { id, ask: 1 })).toEqual({ ok: true, isStopping: false });
  expect(await asked).toEqual({ id, ask: 1 });
  return { room, leader, ada, id };
}

async function storedInput(id: string): Promise<string> {
  const { stdin } = await node.ctx.db.selectFrom('runs').select('stdin').where('id', '=', id).executeTakeFirstOrThrow();
  return stdin;
}

/** Makes a run older, as if its times had been so long ago. */
async function age(id: string, ms: number): Promise<void> {
  const earlier = sql`make_interval(secs => ${ms / 1_000})`;
  await sql`update runs set requested_at = requested_at - ${earlier}, asked_at = asked_at - ${earlier}
    where id = ${id}`.execute(node.ctx.db);
}

test('shows everyone that a program waits for a line, and lets everyone answer', async () => {
  const { room, leader, ada, id } = await askingRun();
  const bob = remember(await OwnClient.join(node.url, await candidateOf(node, room.roomCode, 'Bob')));
  expect(await bob.wire.emit('run:read', {})).toMatchObject({ run: { id }, ask: 1 });

  const answered = ada.wire.next('run:answered');
  expect(await leader.wire.emit('run:answer', { id, ask: 1, text: 'Zoë' })).toEqual({ ok: true });
  expect(await answered).toEqual({ id, ask: 1, text: 'Zoë' });
  expect(await bob.wire.emit('run:read', {})).toMatchObject({ ask: null });
  await ada.wire.emit('run:alive', { id, ask: 2 });
  expect(await bob.wire.emit('run:answer', { id, ask: 2, text: '1\n2' })).toEqual({ ok: true });
  await ada.wire.emit('run:alive', { id, ask: 3 });
  expect(await ada.wire.emit('run:answer', { id, ask: 3, text: null })).toEqual({ ok: true });

  // A repeated run, and the recording, have the typed lines.
  expect(await storedInput(id)).toBe('Zoë\n1\n2\n');
});

test('sends the device an answer whose event it missed, and asks once', async () => {
  const { leader, ada, id } = await askingRun();
  expect(await ada.wire.emit('run:alive', { id, ask: 1 })).toEqual({ ok: true, isStopping: false });
  await leader.wire.emit('run:answer', { id, ask: 1, text: null });

  expect(await ada.wire.emit('run:alive', { id, ask: 1 })).toMatchObject({ answer: { text: null } });
  expect(await ada.wire.emit('run:alive', { id })).toEqual({ ok: true, isStopping: false });
  expect(leader.wire.count('run:asked')).toBe(1);
});

test('counts only the first answer, also of several concurrent ones', async () => {
  const { leader, ada, id } = await askingRun();

  const replies = await Promise.all(
    [leader, ada, leader, ada].map(({ wire }, index) => wire.emit('run:answer', { id, ask: 1, text: `${index}` })),
  );

  expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  expect(replies.find(({ ok }) => !ok)).toMatchObject({
    error: { code: 'conflict', message: 'The program does not wait for this line.' },
  });
  expect(await storedInput(id)).toMatch(/^\d\n$/);
  expect(leader.wire.count('run:answered')).toBe(1);
});

test.each([
  ['of a line that it did not ask for', { ask: 2, text: 'x' }, 'conflict'],
  ['that is too long', { ask: 1, text: 'x'.repeat(ANSWER_MAX + 1) }, 'invalid'],
  ['with a NUL', { ask: 1, text: '\0' }, 'invalid'],
  ['without a text', { ask: 1 }, 'invalid'],
  ['of line 0', { ask: 0, text: 'x' }, 'invalid'],
  ['to an unknown run', { id: randomUUID(), ask: 1, text: 'x' }, 'not_found'],
])('refuses an answer %s, and the program waits on', async (_what, answer, code) => {
  const { leader, ada, id } = await askingRun();

  expect(await leader.wire.emit('run:answer', { id, ...answer })).toMatchObject({ ok: false, error: { code } });
  expect(await ada.wire.emit('run:read', {})).toMatchObject({ ask: 1 });
  expect(await storedInput(id)).toBe('');
  expect(ada.wire.count('run:answered')).toBe(0);
});

test('refuses an answer beyond the input of a run, in words', async () => {
  const { leader, id } = await askingRun();
  await node.ctx.db
    .updateTable('runs')
    .set({ stdin: 'x'.repeat(STDIN_MAX - 2) })
    .where('id', '=', id)
    .execute();

  expect(await leader.wire.emit('run:answer', { id, ask: 1, text: 'y' })).toMatchObject({
    error: { code: 'too_large', message: `The input of a run has at most ${STDIN_MAX} characters.` },
  });
});

test('changes nothing for an answer to a run that has ended or does not wait', async () => {
  const { leader, ada, id } = await askingRun();
  await leader.wire.emit('run:answer', { id, ask: 1, text: 'a' });
  expect(await leader.wire.emit('run:answer', { id, ask: 1, text: 'b' })).toMatchObject({
    error: { code: 'conflict' },
  });
  await ada.wire.emit('run:alive', { id, ask: 2 });
  await ada.wire.emit('run:end', { id, end: anEnd() });

  expect(await leader.wire.emit('run:answer', { id, ask: 2, text: 'c' })).toMatchObject({
    error: { code: 'conflict', message: 'This run has ended.' },
  });
  expect(await storedInput(id)).toBe('a\n');
  expect(await ada.wire.emit('run:read', {})).toMatchObject({ ask: null });
});

test('lets only the device of the run ask', async () => {
  const { leader, ada, id } = await askingRun();

  expect(await leader.wire.emit('run:alive', { id, ask: 9 })).toMatchObject({ error: { code: 'conflict' } });
  expect(await ada.wire.emit('run:read', {})).toMatchObject({ ask: 1 });
});

test('refuses answers of people who wait outside, were removed, or are in another room', async () => {
  const { room, leader, ada, id } = await askingRun();
  const answer = { id, ask: 1, text: 'x' };
  const other = await startLiveRoom(node);
  const stranger = remember(await OwnClient.join(node.url, other.interviewer));
  expect(await stranger.wire.emit('run:answer', answer)).toMatchObject({ error: { code: 'not_found' } });

  await leader.wire.emit('room:ask-before-admitting', { isOn: true });
  const late = await joinAsCandidate(node, room.roomCode, 'Eve');
  const eve = remember(new PlainClient(node.url, { roomCode: room.roomCode, authToken: late.token }));
  const waits = eve.next('room:waiting');
  eve.socket.on('connect', () => eve.socket.emit('subscribe', { channel: room.roomCode }));
  await waits;
  expect(await eve.emit('run:answer', answer)).toMatchObject({ ok: false });

  const removed = new Promise((resolve) => ada.wire.socket.once('disconnect', resolve));
  const { participants } = await leader.wire.custom('getParticipants');
  const { id: adaId } = (participants as { id: string; name: string }[]).find(({ name }) => name === 'Ada') ?? {};
  await leader.wire.emit('participant:remove', { participantId: adaId });
  await removed;
  // The server does not let her in again, so this never arrives.
  ada.wire.socket.emit('run:answer', answer);
  expect(await leader.wire.emit('run:read', {})).toMatchObject({ ask: 1 });
  expect(await storedInput(id)).toBe('');
});

test('bounds a wait separately, without counting it in the run’s time', async () => {
  const { leader, ada, id } = await askingRun();
  await age(id, INPUT_WAIT_MS);
  await leader.wire.emit('run:answer', { id, ask: 1, text: 'a' });
  // Without the wait, the run is as old as it may be.
  await age(id, RUN_MAX_MS - 5_000);
  await ada.wire.emit('run:alive', { id, ask: 2 });
  expect(await leader.wire.emit('run:read', {})).toMatchObject({ run: { end: null }, ask: 2 });
  const ended = leader.wire.next('run:ended');
  await age(id, INPUT_WAIT_MS + RUN_LOST_AFTER_MS);

  expect(await ended).toMatchObject({ id, end: { reason: 'no_input' } });
});

test(
  'lets a device ask for the next line only after an answer, so that its wait stays bounded',
  { tags: ['long'] },
  async () => {
    const { leader, ada, id } = await askingRun();
    await age(id, INPUT_WAIT_MS);
    for (const ask of [2, 3])
      expect(await ada.wire.emit('run:alive', { id, ask })).toEqual({ ok: true, isStopping: false });
    expect(await leader.wire.emit('run:read', {})).toMatchObject({ ask: 1 });
    expect(leader.wire.count('run:asked')).toBe(1);
    const ended = leader.wire.next('run:ended');
    await age(id, RUN_LOST_AFTER_MS);

    expect(await ended).toMatchObject({ id, end: { reason: 'no_input' } });
  },
);
