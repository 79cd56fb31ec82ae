import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createAtom } from '@tanstack/store';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { toastStore } from '../../../shared/ui/feedback/toast-store.ts';
import { aRoomState } from '../../../testing/examples.ts';
import { serveApi } from '../../../testing/fake-api.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useReadyQuestions } from './useReadyQuestions.ts';

const TEMPLATE = {
  name: 'Backend',
  questions: [
    { id: 'q-1', title: 'Parcels' },
    { id: 'q-2', title: 'Prices' },
  ],
};

afterEach(() => {
  toastStore.set([]);
  vi.unstubAllGlobals();
});

function enter(shown: { question_id: string }[], template: typeof TEMPLATE | null = TEMPLATE) {
  const calls = serveApi({ 'GET /api/interview-sessions/i-1/questions': () => ({ template, shown }) });
  const store = createAtom<{ questions: { id: string }[]; reports: object[] }>({ questions: [], reports: [] });
  const room = {
    shownQuestions: { store },
    connection: { store: createAtom(aRoomState({})) },
  } as unknown as LiveRoom;
  const { result } = renderHook(() => useReadyQuestions(room, { id: 'i-1', template_name: template?.name ?? null }), {
    wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
  });
  const set = (questions: { id: string }[], reports: object[]) => act(() => store.set({ questions, reports }));
  return { calls, result, readAgain: () => set([{ id: 'copy-1' }], []), report: () => set([], [{}]) };
}

const told = () => toastStore.get().map(({ text }) => text);

test('counts the questions that are ready, and says so once', async () => {
  const shown: { question_id: string }[] = [];
  const { result, readAgain } = enter(shown);
  await waitFor(() => expect(result.current).toBe(2));
  expect(told()).toEqual(['2 questions are ready under Questions.']);
  shown.push({ question_id: 'q-1' });
  readAgain();
  await waitFor(() => expect(result.current).toBe(1));
  expect(told()).toHaveLength(1);
});

test('tells nothing where one was shown', async () => {
  const { result } = enter([{ question_id: 'q-1' }]);
  await waitFor(() => expect(result.current).toBe(1));
  expect(told()).toEqual([]);
});

test('reads nothing again for a report of tests', async () => {
  const { calls, result, report } = enter([]);
  await waitFor(() => expect(result.current).toBe(2));
  report();
  await waitFor(() => expect(told()).toHaveLength(1));
  expect(calls).toHaveLength(1);
});

test('reads nothing without a template', () => {
  const { calls, result, readAgain } = enter([], null);
  readAgain();
  expect(result.current).toBe(0);
  expect(calls).toEqual([]);
});
