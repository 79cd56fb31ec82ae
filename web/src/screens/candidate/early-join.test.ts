import { afterEach, expect, test, vi } from 'vitest';
import { earlyCard } from '../../features/interviews/early-card.ts';
import { aPublicInterview } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { settleEarlyJoin } from './early-join.ts';

const { enterAhead } = vi.hoisted(() => ({ enterAhead: vi.fn<(...about: unknown[]) => void>() }));

// The room itself has tests of its own, and jsdom has no editor.
vi.mock('../room/CandidateRoom.tsx', () => ({ enterAhead, prepareRoom: () => undefined, CandidateRoom: () => null }));

const CODE = 'private-room-abc123def';
const JOIN = `POST /api/public/session/${CODE}/join`;
const interview = aPublicInterview({});
const joined = { session: interview, token: 'candidate-token-0123456789', participant_id: 'p-1' };

function show({ name, isKept }: { name: string | null; isKept: boolean }): void {
  globalThis.earlyCard = { roomCode: CODE, interview, name, isTaken: false };
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: { controller: isKept ? {} : null } });
}

afterEach(() => {
  globalThis.earlyCard = undefined;
  enterAhead.mockClear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('on a device that keeps the app, who has sent their name is in the room before anything is drawn', async () => {
  const calls = serveApi({ [JOIN]: joined });
  show({ name: 'Ada', isKept: true });
  await settleEarlyJoin(CODE);
  expect(earlyCard(CODE)?.place).toMatchObject({ name: 'Ada', participantId: 'p-1' });
  expect(enterAhead).toHaveBeenCalledExactlyOnceWith(interview, earlyCard(CODE)?.place);
  expect(calls).toHaveLength(1);
});

test('a join that failed is left to the card', async () => {
  serveApi({ [JOIN]: { status: 500, body: {} } });
  show({ name: 'Ada', isKept: true });
  await settleEarlyJoin(CODE);
  await expect(earlyCard(CODE)?.joining).rejects.toMatchObject({ status: 500 });
  expect(earlyCard(CODE)?.place).toBeUndefined();
  expect(enterAhead).not.toHaveBeenCalled();
});

test.each([
  ['who is still typing', { name: null, isKept: true }],
  ['a new device', { name: 'Ada', isKept: false }],
])('%s is left to the card', async (_who, card) => {
  const calls = serveApi({ [JOIN]: joined });
  show(card);
  await settleEarlyJoin(CODE);
  expect(calls).toEqual([]);
  expect(enterAhead).not.toHaveBeenCalled();
});
