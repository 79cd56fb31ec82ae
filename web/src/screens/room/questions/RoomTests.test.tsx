import type { ShownQuestion } from '@cip/contracts/questions/question-events';
import { oneFile } from '@cip/contracts/rooms/files';
import { hashedText } from '@cip/contracts/runs/run-texts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createAtom } from '@tanstack/store';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { TestRunner } from '../../../features/questions/tests/test-runner.ts';
import { endWith } from '../../../features/runs/sandbox/run-end.ts';
import { hashOf } from '../../../features/runs/state/run-id.ts';
import { serveApi } from '../../../testing/fake-api.ts';
import type { LiveRoom, RoomQuestions } from '../live/live-room.ts';
import { RoomTests } from './RoomTests.tsx';

const SHOWN_TEST = { name: 'Two parcels', input: '3 5', expected: '5', is_query: false, is_hidden: false };
const HIDDEN_TEST = { ...SHOWN_TEST, name: 'The first is heavier', is_hidden: true };
const QUESTION = { id: 'q-1', number: 1, text: 'Sort', starters: [], tests: [SHOWN_TEST] } as unknown as ShownQuestion;

function openTests(list: () => object) {
  serveApi({ 'GET /api/interview-sessions/room/questions': list });
  const room = {
    userType: 'interviewer',
    interview: { id: 'room' },
    runs: createAtom(null),
    connection: { store: createAtom({ language: 'python', files: oneFile('python') }) },
  } as unknown as LiveRoom;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RoomTests room={room} questions={{} as RoomQuestions} question={QUESTION} />
    </QueryClientProvider>,
  );
}

test('shows that the hidden tests could not be loaded, and loads them again', async () => {
  let answer: object = { status: 500, body: {} };
  openTests(() => answer);
  expect(await screen.findByText('Failed to load the hidden tests')).toBeTruthy();
  expect(screen.getByText('Two parcels')).toBeTruthy();
  expect(screen.queryByText('The first is heavier')).toBeNull();

  answer = { template: null, shown: [{ id: 'q-1', is_whole: true, content: { tests: [SHOWN_TEST, HIDDEN_TEST] } }] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByText('The first is heavier')).toBeTruthy();
  expect(screen.queryByText('Failed to load the hidden tests')).toBeNull();
});

/** Shows a candidate the question's tests, whose program never ends, and reports of them. */
function openForCandidate(reports: object[] = []) {
  const session = {
    store: createAtom({ isAllowed: true, dataSet: null, run: null, engineLanguages: ['java'] }),
    runsHere: () => false,
    room: {
      text: () => '',
      labelOf: () => 'Java',
      onTextChange: () => () => undefined,
      runtimes: { runtimeOf: () => null },
    },
  };
  const room = {
    userType: 'candidate',
    interview: {},
    runs: createAtom({ session }),
    code: { send: () => Promise.resolve(), textOf: () => '', cursors: { typing: () => [] } },
    connection: {
      store: createAtom({ language: 'java', ended: null, files: oneFile('java') }),
      request: () => new Promise(() => undefined),
    },
    shownQuestions: { store: createAtom({ reports }) },
  } as unknown as LiveRoom;
  const questions = { runner: new TestRunner() } as unknown as RoomQuestions;
  render(<RoomTests room={room} questions={questions} question={QUESTION} />);
}

test('starts the tests at a double click, and stops them at a later press', async () => {
  openForCandidate();
  await userEvent.dblClick(screen.getByRole('button', { name: 'Run tests' }));
  const stop = await screen.findByRole('button', { name: 'Stop' });
  await userEvent.click(stop);
  expect(screen.getByRole('button', { name: 'Stop' })).toBe(stop);
  vi.spyOn(performance, 'now').mockReturnValue(Infinity);
  await userEvent.click(stop);
  expect(screen.getByRole('button', { name: 'Run tests' })).toBe(stop);
});

test.each([
  ['the report of the same code', hashOf(hashedText('')), '1 of 1 shown test passes · run by Ada'],
  ['how many tests ran, in place of a report of other code', 'a'.repeat(64), 'Stopped after 0 of 1 tests.'],
])('shows %s after a stop', async (_what, hash, words) => {
  const passed = { outcome: 'passed', output: '5', error: '' };
  openForCandidate([{ id: 'r-1', question: 'q-1', by: 'Ada', hash, tests: [passed], hidden: null }]);
  await userEvent.click(screen.getByRole('button', { name: 'Run tests' }));
  const stop = await screen.findByRole('button', { name: 'Stop' });
  expect(screen.getByRole('status').textContent).toBe('Running test 1 of 1…');
  vi.spyOn(performance, 'now').mockReturnValue(Infinity);
  await userEvent.click(stop);
  expect(screen.getByRole('status').textContent).toBe(words);
});

/** Shows a candidate on a phone the question's tests, whose program ends immediately. */
function openOnPhone(isCached: () => Promise<boolean>) {
  const store = createAtom({ isAllowed: true, dataSet: null, run: null, phase: 'idle', engineLanguages: [] });
  const sizes: Record<string, number> = { python: 6_800_000, lua: 50_000 };
  const session = {
    store,
    runsHere: () => true,
    room: {
      device: 'phone',
      text: () => '',
      labelOf: () => '',
      onTextChange: () => () => undefined,
      runtimes: { runtimeOf: (language: string) => ({ bytes: sizes[language] }), isCached },
    },
  };
  const end = { ...endWith('finished'), exitCode: 0 };
  const sandbox = { execute: () => ({ ended: Promise.resolve(end), stop: () => undefined }) };
  const lendSandbox = (execution: (lent: object, signal: AbortSignal) => unknown) =>
    execution(sandbox, new AbortController().signal);
  const connection = createAtom({ language: 'python', ended: null, files: oneFile('python') });
  const room = {
    userType: 'candidate',
    interview: {},
    runs: createAtom({ session, lendSandbox }),
    code: { send: () => Promise.resolve(), textOf: () => '', cursors: { typing: () => [] } },
    connection: { store: connection },
    shownQuestions: { store: createAtom({ reports: [] }), request: () => Promise.resolve({ ok: true }) },
  } as unknown as LiveRoom;
  const questions = { runner: new TestRunner() } as unknown as RoomQuestions;
  render(<RoomTests room={room} questions={questions} question={QUESTION} />);
  const setPhase = (phase: string) => act(() => store.set((state) => ({ ...state, phase })));
  const setLanguage = (language: string) => act(() => connection.set((state) => ({ ...state, language })));
  return { setPhase, setLanguage };
}

test.each(['tests', 'a run'])('names no download that %s brought', async (what) => {
  let isCached = false;
  const { setPhase } = openOnPhone(() => Promise.resolve(isCached));
  const button = await screen.findByRole('button', { name: 'Run tests (loads 6.8 MB)' });
  isCached = true;
  if (what === 'tests') await userEvent.click(button);
  else for (const phase of ['here', 'idle']) setPhase(phase);
  expect(await screen.findByRole('button', { name: 'Run tests' })).toBe(button);
});

test('names no download of the former language', async () => {
  const cached = Promise.withResolvers<boolean>();
  const { setLanguage } = openOnPhone(() => cached.promise);
  setLanguage('lua');
  await act(async () => cached.resolve(false));
  expect(screen.getByRole('button').textContent).toBe('Run tests');
});
