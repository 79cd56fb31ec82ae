import type { AckOf, PayloadOf } from '@cip/contracts/client-events';
import type { InterviewQuestion } from '@cip/contracts/questions/interview-questions';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createAtom } from '@tanstack/store';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveApi } from '../../../testing/fake-api.ts';
import { questionsQuery } from '../questions.queries.ts';
import { interviewQuestionsQuery } from './interview-questions.queries.ts';
import { QuestionsPanel } from './QuestionsPanel.tsx';
import { ShownQuestions } from './shown-questions.ts';
import type { QuestionEvent } from './shown-questions.ts';

type Handlers = { [Name in QuestionEvent]: (payload: PayloadOf<Name>) => Promise<AckOf<Name>> };

beforeEach(() => {
  const nothing = () => undefined;
  const listening = { addEventListener: nothing, removeEventListener: nothing };
  vi.stubGlobal('matchMedia', () => ({ matches: false, ...listening, addListener: nothing, removeListener: nothing }));
});

const content = { text: '', guide: '', starters: [], data: null, tests: [], minutes: null, tags: [] };
const labelOf = (language: string) => ({ javascript: 'JavaScript', python: 'Python' })[language] ?? language;
const titles = ['Sorting office', 'Lost parcels'];
const bank = titles.map((title, index) => ({
  id: `bank-${index + 1}`,
  version: 1,
  updated_at: '2031-05-06T07:30:00.000Z',
  is_archived: false,
  is_used: false,
  title,
  languages: index === 0 ? ['javascript', 'python'] : [],
  test_count: index === 0 ? 9 : 0,
  minutes: index === 0 ? 30 : null,
  tags: [],
}));
const page = { data: bank, current_page: 1, last_page: 1, total: bank.length };

afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The panel of a room in which the questions of the company can be shown. */
function openPanel(answers: Parameters<typeof serveApi>[0] = {}) {
  const copies: InterviewQuestion[] = [];
  let front: string | null = null;
  serveApi({
    'GET /api/interview-sessions/room/questions': () => ({ template: null, shown: copies }),
    'GET /api/questions?page=1': page,
    'GET /api/questions/bank-1': { question: { ...bank[0], ...content, text: '# Letters', guide: 'Ask about ties.' } },
    'GET /api/questions/bank-2': { question: { ...bank[1], ...content } },
    'GET /api/question-tags': { data: [{ tag: 'graphs', count: 1 }] },
    'GET /api/questions?page=1&tag=graphs': { ...page, data: bank.slice(1), total: 16 },
    ...answers,
  });
  const handlers: Handlers = {
    'question:read': async () => ({
      ok: true,
      shown: copies.map(({ id }) => id),
      front,
      questions: copies.map(({ id, number }) => ({ id, number, text: '', starters: [], tests: [] })),
      reports: [],
    }),
    'question:show': async ({ questionId }) => {
      const number = copies.length + 1;
      front = `copy-${number}`;
      const title = bank.find(({ id }) => id === questionId)?.title ?? '';
      const about = { is_hidden: false, is_whole: true, content: { ...content, title }, report: null };
      copies.push({ id: front, number, question_id: questionId, ...about });
      shown.read();
      return { ok: true, id: front, number };
    },
    'question:front': async ({ id }) => {
      front = id;
      shown.read();
      return { ok: true };
    },
    'question:hide': async () => ({ ok: true }),
    'question:put-aside': async () => ({ ok: true, number: 1 }),
    'question:share-hidden': async () => ({ ok: true }),
    'question:tested': async () => ({ ok: true }),
  };
  const shown = new ShownQuestions((name, payload) => handlers[name](payload), createAtom({ isConnected: true }));
  shown.start();
  const onClose = vi.fn<() => void>();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  // With the list in the cache, the first drawing has the rows, so nothing waits for it.
  client.setQueryData(questionsQuery({ page: 1, search: '', tag: null, isArchived: false }).queryKey, page);
  render(
    <QueryClientProvider client={client}>
      <QuestionsPanel interviewId="room" shown={shown} labelOf={labelOf} onClose={onClose} />
    </QueryClientProvider>,
  );
  return { onClose };
}

/** Waits until the focus is at the button that hides a question. */
const focusAtHide = (title: string) =>
  waitFor(() => {
    expect(document.activeElement?.textContent).toBe('Hide');
    expect(document.activeElement?.closest('li')?.textContent).toContain(title);
  });

const rowOf = (title: RegExp) => screen.getByRole('button', { name: title });

test('keeps the focus at a shown question, and closes on Escape', async () => {
  const { onClose } = openPanel();
  await userEvent.click(rowOf(/Sorting office/));
  await userEvent.click(screen.getByText('Show question'));
  await focusAtHide('1. Sorting office');
  screen.getByText('On screen');
  await userEvent.click(rowOf(/Lost parcels/));
  await userEvent.click(screen.getByText('Show question'));
  await focusAtHide('2. Lost parcels');
  await userEvent.click(rowOf(/Sorting office/));
  await userEvent.click(screen.getByText('Show first'));
  await focusAtHide('1. Sorting office');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('opens one question at a time, with its guide before its text and one button to show it', async () => {
  openPanel();
  const [first, second] = [rowOf(/^Sorting office JavaScript, Python · 9 tests · 30 min$/), rowOf(/^Lost parcels/)];
  expect(screen.queryByText('Show question')).toBeNull();
  expect(first.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(first);
  expect(first.getAttribute('aria-expanded')).toBe('true');
  const guide = await screen.findByRole('region', { name: 'Guide' });
  const text = screen.getByRole('heading', { name: 'Letters' });
  expect(guide.compareDocumentPosition(text)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.click(second);
  expect([first, second].map((row) => row.getAttribute('aria-expanded'))).toEqual(['false', 'true']);
  expect(screen.getAllByText('Show question')).toHaveLength(1);
  await userEvent.click(second);
  expect(screen.queryByText('Show question')).toBeNull();
});

test('filters by a tag, and tells how many more a search finds', async () => {
  openPanel();
  await userEvent.click(await screen.findByRole('button', { name: 'graphs 1' }));
  await screen.findByText('Search to find 15 more.');
  expect(screen.queryByText('Sorting office')).toBeNull();
  screen.getByText('Lost parcels');
});

test('shows guides and tests offline, and names the missing questions', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onlineManager.setOnline(false);
  const refuse = async () =>
    ({ ok: false, error: { code: 'unavailable', message: 'There is no connection.' } }) as const;
  const flags = { is_query: false, is_hidden: true, is_ordered: false, is_numeric: false };
  const tests = [{ ...flags, name: 'Ties', input: '2 2', expected: '2' }];
  const client = new QueryClient();
  client.setQueryData(interviewQuestionsQuery('room').queryKey, {
    template: {
      name: 'Backend',
      questions: [
        { id: 'bank-9', title: 'Late trains', is_archived: false, languages: ['python'], test_count: 2, minutes: 20 },
      ],
    },
    shown: [
      {
        id: 'copy-1',
        number: 1,
        question_id: 'bank-1',
        is_hidden: false,
        is_whole: true,
        content: { ...content, title: 'Sorting office', guide: 'Ask about ties.', tests },
        report: null,
      },
    ],
  });
  const shown = new ShownQuestions(refuse, createAtom({ isConnected: false }));
  render(
    <QueryClientProvider client={client}>
      <QuestionsPanel interviewId="room" shown={shown} labelOf={labelOf} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await userEvent.click(rowOf(/^1\. Sorting office 1 test Shown$/));
  expect(screen.getByRole('region', { name: 'Guide' }).textContent).toContain('Ask about ties.');
  expect(screen.getByRole('region', { name: 'Ties (hidden)' }).textContent).toContain('2 2');
  expect(screen.getAllByText(/^Not available offline\./)).toHaveLength(1);
  await userEvent.click(rowOf(/^Late trains Python · 2 tests · 20 min$/));
  expect(screen.getAllByText(/^Not available offline\./)).toHaveLength(2);
});

test('shows that the questions of the interview could not be loaded, and loads them again', async () => {
  let answer: object = { status: 500, body: {} };
  openPanel({ 'GET /api/interview-sessions/room/questions': () => answer });
  expect(await screen.findByText('Failed to load the questions of this interview')).toBeTruthy();
  const planned = { ...bank[1], id: 'bank-9', title: 'Late trains' };
  answer = { template: { name: 'Backend', questions: [planned] }, shown: [] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: /Late trains/ })).toBeTruthy();
  expect(screen.queryByText('Failed to load the questions of this interview')).toBeNull();
});
