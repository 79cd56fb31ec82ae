import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CODE_MAX } from '@cip/contracts/rooms/text-limits';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { OUTPUT_HEAD_MAX, PIECES_MAX } from '@cip/contracts/runs/run-limits';
import type { RunPiece } from '@cip/contracts/runs/runs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { startLiveRoom } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { anEnd, aRequest, hashOf } from '../../testing/sockets/runs.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

/** Messages that a hostile device sends in a second. */
const MESSAGES_PER_SECOND = 200;
/** Messages sent in one turn at most: after a pause of the machine, the overdue ones follow in parts. */
const MESSAGES_PER_TURN = 4;
/** How many of them may be answered before an edit of the other side: as many as in a second. */
const ANSWERED_BEFORE_EDIT_MAX = MESSAGES_PER_SECOND;
/** The memory that the node may hold of 50 MB after they were refused (bytes). */
const KEPT_MAX = 10_000_000;

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'on' } });
});
afterAll(() => node.close());

/** Returns the bytes in use after a collection. */
function usedMemory(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const piece = (seq: number, text: string): RunPiece => ({ seq, at: seq, stream: 'out', text });

/** Joins a room as both sides, with a request to run its text. */
async function twoInRoom() {
  const room = await startLiveRoom(node);
  const [leader, ada] = [
    remember(await OwnClient.join(node.url, room.interviewer)),
    remember(await OwnClient.join(node.url, room.candidate)),
  ];
  const request = aRequest(DEFAULT_CODE);
  return { room, leader, ada, request };
}

async function storedOutput(runId: string): Promise<string> {
  const { db } = node.ctx;
  const rows = await db.selectFrom('run_pieces').select('text').where('run_id', '=', runId).orderBy('seq').execute();
  return rows.map(({ text }) => text).join('');
}

interface Flood {
  isOver: boolean;
  /** How many of its messages were answered. */
  answered: number;
}

/**
 * Types as the interviewer until the flood is over. Returns how many of its messages were answered before each edit.
 */
async function typeDuring(flood: Flood, leader: OwnClient): Promise<number[]> {
  const counts: number[] = [];
  while (!flood.isOver) {
    const before = flood.answered;
    leader.insert(0, 'x');
    await until('the acknowledgement of an edit', () => leader.unacknowledged.size === 0);
    counts.push(flood.answered - before);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return counts;
}

/** Sends pieces at the hostile rate. Resolves to the code and the message of each refusal; `closed` without a reply. */
async function send(
  flood: Flood,
  ada: OwnClient,
  { id, text, count, perTurn }: { id: string; text: string; count: number; perTurn: number },
): Promise<string[]> {
  const replies: Promise<Record<string, unknown>>[] = [];
  const emit = async () => {
    const reply = await ada.wire.emit('run:output', { id, piece: piece(replies.length % PIECES_MAX, text) });
    flood.answered += 1;
    return reply;
  };
  const from = performance.now();
  while (replies.length < count) {
    const due = Math.ceil(((performance.now() - from) / 1_000) * MESSAGES_PER_SECOND);
    const next = Math.min(count, due, replies.length + perTurn);
    while (replies.length < next) replies.push(emit().catch(() => ({ error: { code: 'closed' } })));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const answers = await Promise.all(replies);
  flood.isOver = true;
  return answers.flatMap(({ error }) =>
    error === undefined ? [] : [`${Reflect.get(Object(error), 'code')}: ${Reflect.get(Object(error), 'message')}`],
  );
}

const TOO_LARGE = `too_large: Output is stored up to ${OUTPUT_HEAD_MAX} characters.`;
const LOST = 'conflict: This run has ended.';
const TOO_MANY = 'too_many_requests: Too many events. Please slow down.';

test('refuses 200 messages a second in words, and the room goes on', { tags: ['long'] }, async () => {
  const { leader, ada, request } = await twoInRoom();
  await ada.wire.emit('run:start', request);
  const flood: Flood = { isOver: false, answered: 0 };
  const typing = typeDuring(flood, leader);
  // One a turn: a machine that pauses must not send a burst, which would close the connection.
  const refusals = await send(flood, ada, { id: request.id, text: 'x\n', count: 600, perTurn: 1 });

  expect(Math.max(...(await typing))).toBeLessThanOrEqual(ANSWERED_BEFORE_EDIT_MAX);
  // If a piece was refused, it leaves a gap, so the later ones wait for it.
  expect(new Set(refusals)).toEqual(new Set([TOO_MANY, 'resync: A piece of output before this one is missing.']));
  expect(refusals.length).toBeGreaterThan(400);
  expect(await storedOutput(request.id)).toBe('x\n'.repeat(leader.wire.count('run:output')));
  expect(ada.wire.socket.connected).toBe(true);
});

test('keeps one output in the room and nothing in memory of 50 MB of output', { tags: ['long'] }, async () => {
  const { leader, ada, request } = await twoInRoom();
  const { id } = request;
  await ada.wire.emit('run:start', request);
  const before = usedMemory();
  const text = 'x'.repeat(OUTPUT_HEAD_MAX);
  const flood: Flood = { isOver: false, answered: 0 };
  const typing = typeDuring(flood, leader);
  const refusals = await send(flood, ada, {
    id,
    text,
    count: Math.ceil(50_000_000 / text.length),
    perTurn: MESSAGES_PER_TURN,
  });

  expect(Math.max(...(await typing))).toBeLessThanOrEqual(ANSWERED_BEFORE_EDIT_MAX);
  // If a client does not slow down, it is disconnected; until it has joined again, its messages are refused as well. A
  // run whose device sent nothing valid for `RUN_LOST_AFTER_MS` is lost.
  const words = [TOO_LARGE, TOO_MANY, LOST, 'closed: undefined', 'unauthenticated: Please join the session first.'];
  expect(refusals.filter((refusal) => !words.includes(refusal))).toEqual([]);
  expect(refusals).toEqual(expect.arrayContaining([TOO_LARGE, TOO_MANY]));
  expect(await storedOutput(id)).toBe(text);
  expect(leader.wire.count('run:output')).toBe(1);
  // The last of the 50 MB may still be on its way through the sockets.
  await until('the memory of what was refused', () => usedMemory() - before < KEPT_MAX);

  await leader.wire.emit('run:stop', { id });
  await until('the end of the run', () => leader.wire.count('run:ended') > 0);
  expect(await leader.wire.emit('run:start', aRequest(leader.text))).toMatchObject({ ok: true, isNew: true });
});

test('refuses a piece that is longer than all output, in words', async () => {
  const { ada, request } = await twoInRoom();
  const { id } = request;
  await ada.wire.emit('run:start', request);

  const reply = await ada.wire.emit('run:output', { id, piece: piece(0, 'x'.repeat(OUTPUT_HEAD_MAX + 1)) });

  expect(reply).toMatchObject({
    error: { code: 'invalid', message: `Text must be at most ${OUTPUT_HEAD_MAX} characters` },
  });
  expect(await storedOutput(id)).toBe('');
});

test(
  'runs a text at the limit of a document, and does not enter a longer offline run',
  { tags: ['long'] },
  async () => {
    const { leader, ada } = await twoInRoom();
    ada.erase(0, ada.text.length);
    const whole = 'é'.repeat(CODE_MAX);
    ada.insert(0, whole);
    const request = aRequest('another text', { place: 'elsewhere', device: 'phone' });
    expect(await ada.wire.emit('run:start', request)).toMatchObject({ isNew: true, text: whole });
    const claim = await leader.wire.emit('run:claim', { id: request.id, device: 'laptop' });
    expect(claim).toMatchObject({ ok: true, text: whole, run: { hash: hashOf(whole) } });
    expect(await leader.wire.emit('run:end', { id: request.id, end: anEnd() })).toEqual({ ok: true });

    const entry = { language: 'python', stdin: '', device: 'laptop', agoMs: 0, pieces: [], end: anEnd() };
    expect(await ada.wire.emit('run:enter', { ...entry, id: randomUUID(), text: whole })).toEqual({ ok: true });
    expect(await ada.wire.emit('run:enter', { ...entry, id: randomUUID(), text: `${whole}x` })).toMatchObject({
      ok: false,
      error: { code: 'invalid' },
    });
  },
);
