import type { ShownQuestion } from '@cip/contracts/questions/question-events';
import type { TestsReport } from '@cip/contracts/questions/test-reports';
import type { AckOf, PayloadOf } from '@cip/contracts/client-events';
import { createAtom } from '@tanstack/store';
import { expect, test, vi } from 'vitest';
import { ShownQuestions } from './shown-questions.ts';

const aQuestion = (number: number): ShownQuestion => ({
  id: `id-${number}`,
  number,
  text: '',
  starters: [],
  tests: [],
});

/** A room whose questions are a list; requests are answered immediately. */
function open() {
  const room = createAtom({ isConnected: true });
  const shown: ShownQuestion[] = [aQuestion(1)];
  const reports: TestsReport[] = [];
  const read = vi.fn<(payload: PayloadOf<'question:read'>) => AckOf<'question:read'>>(({ known }) => ({
    ok: true,
    shown: shown.map(({ id }) => id),
    front: shown.at(-1)?.id ?? null,
    questions: shown.filter(({ id }) => !known.includes(id)),
    reports: reports.filter(({ id }) => !known.includes(id)),
  }));
  const questions = new ShownQuestions(async (_name, payload) => read(payload as PayloadOf<'question:read'>), room);
  questions.start();
  return { room, shown, reports, read, questions };
}

test('reads the shown questions on each connection, and each question once', async () => {
  const { room, shown, read, questions } = open();
  await vi.waitFor(() => expect(questions.store.get().questions).toEqual([aQuestion(1)]));
  shown.push(aQuestion(2));
  questions.handlers['question:changed']();
  await vi.waitFor(() => expect(questions.store.get().front).toBe('id-2'));
  expect(read.mock.calls.map(([{ known }]) => known)).toEqual([[], ['id-1']]);

  room.set({ isConnected: false });
  shown.pop();
  room.set({ isConnected: true });
  await vi.waitFor(() =>
    expect(questions.store.get()).toEqual({
      questions: [aQuestion(1)],
      front: 'id-1',
      reports: [],
      sharesHidden: [],
      asides: 0,
    }),
  );
  questions.close();
});

test('reads once more if something changes during a reading', async () => {
  const { shown, read, questions } = open();
  questions.handlers['question:changed']();
  questions.handlers['question:changed']();
  shown.push(aQuestion(2));
  await vi.waitFor(() => expect(questions.store.get().questions).toHaveLength(2));
  expect(read).toHaveBeenCalledTimes(2);
  questions.close();
});

test('holds the latest report of each question, and requests newer ones', async () => {
  const { reports, read, questions } = open();
  const aReport = (id: string): TestsReport => ({
    id,
    question: 'id-1',
    by: 'Ada',
    at: '',
    language: 'sql',
    hash: '',
    tests: [],
    hidden: null,
  });
  reports.push(aReport('report-1'));
  questions.handlers['question:changed']();
  await vi.waitFor(() => expect(questions.store.get().reports).toEqual([aReport('report-1')]));
  reports.splice(0, 1, aReport('report-2'));
  questions.handlers['question:changed']();
  await vi.waitFor(() => expect(questions.store.get().reports).toEqual([aReport('report-2')]));
  questions.handlers['question:changed']();
  await vi.waitFor(() => expect(read.mock.calls.at(-1)).toEqual([{ known: ['id-1', 'report-2'] }]));
  questions.close();
});

test('reads again after a failure, until it is closed', async () => {
  vi.useFakeTimers();
  const { shown, read, questions } = open();
  await vi.advanceTimersByTimeAsync(0);
  const failed = { ok: false, error: { code: 'unavailable', message: '' } } as const;
  read.mockResolvedValueOnce(failed).mockResolvedValueOnce(failed);
  shown.push(aQuestion(2));
  questions.handlers['question:changed']();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(read).toHaveBeenCalledTimes(4);
  expect(questions.store.get().front).toBe('id-2');
  read.mockResolvedValueOnce(failed);
  questions.handlers['question:changed']();
  questions.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read).toHaveBeenCalledTimes(5);
  vi.useRealTimers();
});
