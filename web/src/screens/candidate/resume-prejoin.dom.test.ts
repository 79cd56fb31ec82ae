import { afterEach, expect, test, vi } from 'vitest';
import type { PrejoinCard } from '../../prejoin/handover.ts';
import { aPublicInterview } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { joinRoom, resumePrejoin } from './resume-prejoin.ts';

const { enterAhead } = vi.hoisted(() => ({ enterAhead: vi.fn<(...about: unknown[]) => void>() }));

// The room itself has tests of its own, and jsdom has no editor.
vi.mock('../room/candidate/CandidateRoom.tsx', () => ({
  enterAhead,
  prepareRoom: () => undefined,
  CandidateRoom: () => null,
}));

const CODE = 'private-room-abc123def';
const JOIN = `POST /api/public/session/${CODE}/join`;
const interview = aPublicInterview({});
const joined = { session: interview, token: 'candidate-token-0123456789', participant_id: 'p-1' };

/** Leaves a prejoin for the app, whose join got `reply`; if there is none, the candidate is still typing. */
function leavePrejoin({ reply, isCached }: { reply: Response | null; isCached: boolean }): PrejoinCard {
  const sent = reply && { name: 'Ada', reply: Promise.resolve(reply) };
  const card: PrejoinCard = { interview, field: null, join: sent };
  globalThis.prejoin = { roomCode: CODE, reply: null, card };
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: { controller: isCached ? {} : null } });
  return card;
}

afterEach(() => {
  globalThis.prejoin = undefined;
  enterAhead.mockClear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('enters the room before the first render if cached', async () => {
  const calls = serveApi({ [JOIN]: joined });
  leavePrejoin({ reply: Response.json(joined), isCached: true });
  const { place } = await resumePrejoin(CODE);
  expect(place).toMatchObject({ name: 'Ada', participantId: 'p-1' });
  expect(enterAhead).toHaveBeenCalledExactlyOnceWith(interview, place);
  expect(calls).toEqual([]);
});

test('leaves a failed join to the card, which can join again', async () => {
  const calls = serveApi({ [JOIN]: joined });
  const card = leavePrejoin({ reply: Response.json({}, { status: 500 }), isCached: true });
  expect((await resumePrejoin(CODE)).place).toBeUndefined();
  expect(enterAhead).not.toHaveBeenCalled();
  await expect(joinRoom(CODE, 'Ada', card)).rejects.toMatchObject({ status: 500 });
  expect(calls).toEqual([]);
  expect(await joinRoom(CODE, 'Ada', card)).toMatchObject({ participantId: 'p-1' });
  expect(calls).toHaveLength(1);
});

test.each([
  ['while the candidate is typing', { reply: null, isCached: true }],
  ['on a new device', { reply: Response.json(joined), isCached: false }],
])('leaves the join to the card %s', async (_when, state) => {
  const calls = serveApi({ [JOIN]: { ...joined, participant_id: 'p-2' } });
  const card = leavePrejoin(state);
  expect((await resumePrejoin(CODE)).place).toBeUndefined();
  expect(calls).toEqual([]);
  expect(enterAhead).not.toHaveBeenCalled();
  // If a join was sent from the card, it is continued, not repeated.
  expect(await joinRoom(CODE, 'Ada', card)).toMatchObject({ participantId: state.reply ? 'p-1' : 'p-2' });
});

test('takes the prejoin of its own link alone, and once', async () => {
  leavePrejoin({ reply: null, isCached: true });
  expect((await resumePrejoin(`${CODE}4`)).prejoin).toBeNull();
  leavePrejoin({ reply: null, isCached: true });
  expect((await resumePrejoin(CODE)).prejoin).toMatchObject({ roomCode: CODE });
  expect((await resumePrejoin(CODE)).prejoin).toBeNull();
});
