import { createAtom } from '@tanstack/store';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MockInstance } from 'vitest';
import { endWith } from '../../../features/runs/sandbox/run-end.ts';
import { queryClient } from '../../../shared/api/query-client.ts';
import type { LiveRoom, RoomRuns } from '../live/live-room.ts';
import { runRoomTests, whyNoTests } from './run-room-tests.ts';
import { testAfterRuns } from './test-front-question.ts';

vi.mock('./run-room-tests.ts', () => ({
  runRoomTests: vi.fn<typeof runRoomTests>(),
  whyNoTests: vi.fn<typeof whyNoTests>(() => null),
}));

const HIDDEN = { language: 'python', name: 'test_shop.py', code: '' };
const QUESTION = { id: 'question-1', tests: [] };
const OWN = { id: 'run-1', tests: true, by: { id: 'self' } };
let fetchQuery: MockInstance<typeof queryClient.fetchQuery>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(runRoomTests).mockReset();
  const copy = { content: { tests: [{ is_hidden: true }, {}] }, hidden_files: [HIDDEN] };
  fetchQuery = vi.spyOn(queryClient, 'fetchQuery').mockResolvedValue(copy);
});
afterEach(() => {
  vi.useRealTimers();
  vi.mocked(whyNoTests).mockReturnValue(null);
});

interface Scene {
  reason?: Parameters<typeof endWith>[0];
  userType?: string;
  language?: string;
  run?: object;
  phases?: string[];
}

/**
 * A run on the page of a person goes through phases and ends for a reason; returns the runs of the question's tests.
 */
async function afterRun({ reason = 'finished', userType = 'interviewer', language = 'python', ...of }: Scene = {}) {
  const { run = OWN, phases = ['here'] } = of;
  const store = createAtom<object>({ phase: 'idle', run: null });
  const runs = createAtom<RoomRuns | null>(null);
  const room = {
    userType,
    interview: { id: 'interview-1' },
    runs,
    connection: { store: createAtom({ language, self: { id: 'self' } }) },
    shownQuestions: { store: createAtom({ questions: [QUESTION], front: QUESTION.id }) },
    onLeave: () => undefined,
  } as unknown as LiveRoom;
  testAfterRuns(room, {} as never);
  runs.set({ session: { store } } as unknown as RoomRuns);
  for (const phase of phases) store.set({ phase, run });
  await vi.advanceTimersByTimeAsync(100);
  expect(runRoomTests).not.toHaveBeenCalled();
  store.set({ phase: 'idle', run: { ...run, end: endWith(reason) } });
  store.set({ phase: 'idle', run: { ...run, end: endWith(reason) }, isCleared: true });
  await vi.advanceTimersByTimeAsync(100);
  return vi.mocked(runRoomTests).mock.calls;
}

test.each(['finished', 'failed'] as const)(
  'runs the tests of the question in front once after an interviewer’s run of test files: %s',
  async (reason) => {
    const calls = await afterRun({ reason });
    expect(calls).toHaveLength(1);
    const tested = { id: QUESTION.id, tests: [{ is_hidden: true }], hiddenFiles: [HIDDEN] };
    expect(calls[0]?.slice(1)).toEqual([tested]);
  },
);

test('runs none for candidates, after a stop, and after runs of others, of programs, and of an earlier page', async () => {
  expect(await afterRun({ userType: 'candidate' })).toEqual([]);
  expect(await afterRun({ reason: 'stopped' })).toEqual([]);
  expect(await afterRun({ run: { ...OWN, by: { id: 'ada' } } })).toEqual([]);
  expect(await afterRun({ run: { ...OWN, tests: undefined } })).toEqual([]);
  expect(await afterRun({ phases: [] })).toEqual([]);
  expect(fetchQuery).not.toHaveBeenCalled();
});

test('runs none without hidden test files of the language, without their texts, and while running is off', async () => {
  expect(await afterRun({ language: 'ruby' })).toEqual([]);
  vi.mocked(whyNoTests).mockReturnValue('Running is off.');
  expect(await afterRun()).toEqual([]);
  fetchQuery.mockRejectedValue(new Error('No network.'));
  expect(await afterRun()).toEqual([]);
});
