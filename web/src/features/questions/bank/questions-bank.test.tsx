import type { Question, QuestionContent } from '@cip/contracts/questions/questions';
import type { RunEnd } from '@cip/contracts/runs/runs';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasUnsaved } from '../../../shared/device/unsaved.ts';
import { toastStore } from '../../../shared/ui/feedback/toast-store.ts';
import { descriptionOf } from '../../../testing/description-of.ts';
import { loseReply, serveApi, stallApi } from '../../../testing/fake-api.ts';
import { goOffline } from '../../../testing/go-offline.ts';
import { resetIndexedDb } from '../../../testing/fake-indexed-db.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { QUESTION_ARCHIVE_MAX } from '../question-limits.ts';
import { questionQuery } from '../questions.queries.ts';
import type { BankPlace } from './bank-place.ts';
import { readKeptDrafts } from './drafts/kept-drafts.ts';
import { NEW_TEST } from './form/question-draft.ts';
import type { QuestionParts, TestBench } from './question-parts.ts';
import { QuestionScreen } from './editor/QuestionScreen.tsx';
import { QuestionsScreen } from './QuestionsScreen.tsx';
import { TestsField } from './solution/TestsField.tsx';
import { fill } from '../../../testing/fill.ts';

const FINISHED: RunEnd = {
  reason: 'finished',
  exitCode: 0,
  ms: 1,
  omitted: 0,
  tail: '',
  error: null,
  needsInput: false,
};
const user = { id: null as string | null };
const close = vi.fn<() => void>();
const executeFiles = vi.fn<TestBench['executeFiles']>();
const parts: QuestionParts = {
  CodeField: ({ label, code, onChange }) => (
    <textarea aria-label={label} defaultValue={code} onChange={({ target }) => onChange(target.value)} />
  ),
  TestTree: ({ tests, label }) => <p aria-label={label}>{`${tests.passed} passed, ${tests.failed} failed`}</p>,
  languages: [
    { id: 'python', label: 'Python' },
    { id: 'sql', label: 'SQL' },
  ],
  languageOfFile: (name, language) => (name.endsWith('.sql') ? 'sql' : language),
  openTestBench: async () => ({
    execute: async ({ code, stdin }) => ({ out: `${code} ${stdin}\n`, table: null, end: FINISHED }),
    executeFiles,
    close,
  }),
  draftOwner: () => user.id,
};

const ID = '0b7c6a0e-5d1f-4c3a-9e52-6f4f3c1f2a01';
const question: Question = {
  id: ID,
  version: 3,
  updated_at: '2031-05-06T07:30:00.000Z',
  is_archived: false,
  is_used: true,
  title: 'Heaviest parcel',
  text: '# Parcels',
  guide: 'Ask about ties.',
  starters: [{ language: 'python', code: 'pass' }],
  data: null,
  tests: [],
  minutes: 15,
  tags: ['lists'],
};
const { text: _, guide: __, starters: ___, data: ____, tests: _____, ...listed } = question;
const summary = { ...listed, languages: ['python'], test_count: 2 };
const page = (data: unknown[]) => ({ data, current_page: 1, last_page: 1, total: data.length });
const LIST = 'GET /api/questions?page=1';

/** Has an earlier version of the question in the cache. */
function Cached({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  useState(() => queries.setQueryData(questionQuery(ID).queryKey, stored));
  return children;
}

/** Opens the fields for the title, the minutes and the tags. */
const openAbout = async () => userEvent.click(await screen.findByRole('button', { name: 'Edit' }));

beforeEach(resetIndexedDb);
afterEach(() => {
  user.id = null;
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('lists questions with their facts, and filters by tag and text', async () => {
  const calls = serveApi({
    [LIST]: page([summary]),
    'GET /api/question-tags': { data: [{ tag: 'lists', count: 1 }] },
    'GET /api/questions?page=1&tag=lists': page([summary]),
    'GET /api/questions?page=1&search=nothing&tag=lists': page([]),
  });
  await renderScreen(<QuestionsScreen parts={parts} place={{}} onPlace={() => undefined} />);

  const title = await screen.findByText('Heaviest parcel');
  expect(title.closest('a')?.getAttribute('href')).toBe(`/questions/${ID}`);
  screen.getByText('Python · 2 tests · 15 min');
  await userEvent.click(await screen.findByText('1'));
  expect(calls.at(-1)?.call).toBe('GET /api/questions?page=1&tag=lists');
  await fill(screen.getByPlaceholderText('Search by title, text or tag'), 'nothing');
  await screen.findByText('No questions found');
});

test('saves a new version of a question, with its starters, tests and tags', async () => {
  const calls = serveApi({
    [`GET /api/questions/${ID}`]: { question },
    [`PUT /api/questions/${ID}`]: { question: { ...question, version: 4, title: 'Lightest parcel' } },
  });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  await openAbout();
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Lightest parcel' } });
  await userEvent.selectOptions(screen.getByLabelText('Add a starter'), 'SQL');
  fireEvent.change(screen.getByLabelText('Starter in SQL'), { target: { value: 'select 1' } });
  await userEvent.click(screen.getByRole('button', { name: 'Add a test' }));
  const one = within(screen.getByRole('group', { name: 'Test 1' }));
  await fill(one.getByLabelText('Name'), 'Three');
  await userEvent.click(one.getByLabelText('Hidden'));
  await userEvent.click(one.getByLabelText('SQL'));
  expect(descriptionOf(one.getByLabelText('Query'))).toBe(
    'Leave it empty to compare the last result of the candidate’s code.',
  );
  await userEvent.click(one.getByLabelText('SQL'));
  expect(one.getByLabelText('Input').hasAttribute('aria-describedby')).toBe(false);
  fireEvent.change(screen.getByLabelText('Tags'), { target: { value: 'lists, sql,, lists' } });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  await screen.findByRole('heading', { name: 'Lightest parcel', level: 1 });
  const sent = calls.find(({ call }) => call.startsWith('PUT'))?.body;
  const { version, content } = (sent ?? {}) as { version: number; content: Question };
  expect(version).toBe(3);
  expect(content).toMatchObject({ title: 'Lightest parcel', tags: ['lists', 'sql'], guide: 'Ask about ties.' });
  expect(content.starters).toEqual([
    { language: 'python', code: 'pass' },
    { language: 'sql', code: 'select 1' },
  ]);
  expect(content.tests).toMatchObject([{ name: 'Three', is_hidden: true, is_query: false }]);
});

test('keeps the typed form if a colleague was faster, and says so', async () => {
  const message = 'A colleague has changed this question. Reload it to see how.';
  serveApi({
    [`GET /api/questions/${ID}`]: { question },
    [`PUT /api/questions/${ID}`]: { status: 409, body: { message, code: 'conflict' } },
  });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  await openAbout();
  await fill(screen.getByLabelText('Title'), ' again');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  await screen.findByText(message);
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Heaviest parcel again');
});

test('saves over its own version whose reply was lost', async () => {
  let latest = question;
  const calls = serveApi({
    [`GET /api/questions/${ID}`]: () => ({ question: latest }),
    [`PUT /api/questions/${ID}`]: (body) => {
      const { version, content } = body as { version: number; content: QuestionContent };
      if (content.title === latest.title) return { question: latest };
      if (version !== latest.version) return { status: 409, body: { message: 'Changed', code: 'conflict' } };
      latest = { ...latest, ...content, version: version + 1 };
      return { question: latest };
    },
  });
  loseReply('PUT');
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  await openAbout();
  await fill(screen.getByLabelText('Title'), ' again');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^We can’t reach the server/);
  await fill(screen.getByLabelText('Title'), ' and more');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  await screen.findByText('Saved');
  expect(screen.queryByText('Changed')).toBeNull();
  expect(calls.at(-1)?.body).toMatchObject({ version: 4, content: { title: 'Heaviest parcel again and more' } });
});

const TESTS = [{ ...NEW_TEST, name: 'One' }];
const newer = { ...question, version: 4, title: 'Lightest parcel', tags: ['heaps'], tests: TESTS };
const stored = { ...question, tests: TESTS };

/** Opens a question that the cache has at an earlier version; returns a function that lets the newer one arrive. */
async function openOutdated() {
  const calls = serveApi({
    [`GET /api/questions/${ID}`]: { question: newer },
    [`PUT /api/questions/${ID}`]: { question: { ...newer, version: 5 } },
  });
  const arrive = stallApi('GET');
  await renderScreen(
    <Cached>
      <QuestionScreen id={ID} parts={parts} />
    </Cached>,
  );
  await screen.findByRole('heading', { name: 'Heaviest parcel', level: 1 });
  return { arrive, calls };
}

test('begins again with a newer version while nothing is typed', async () => {
  const { arrive, calls } = await openOutdated();
  arrive();
  await screen.findByRole('heading', { name: 'Lightest parcel', level: 1 });
  await openAbout();
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Lightest parcel');
  expect(screen.getByLabelText('Tags')).toHaveProperty('value', 'heaps');
  await userEvent.type(screen.getByLabelText('Title'), 's');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  expect(calls.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({ version: 4 });
});

test.each(['Title', 'Solution in Python'])(
  'keeps the text typed into the %s when a newer version arrives',
  async (name) => {
    const { arrive } = await openOutdated();
    await openAbout();
    const field = screen.getByLabelText<HTMLInputElement>(name);
    await fill(field, ' mine');
    arrive();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.getByLabelText<HTMLInputElement>(name)).toBe(field);
    expect(field.value).toContain(' mine');
  },
);

/** Opens the form, types into the guide, and ends the sign-in. */
async function loseSignIn() {
  user.id = 'maya';
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  await fill(await screen.findByLabelText('Guide for interviewers'), ' An hour of work.');
  user.id = null;
  window.dispatchEvent(new Event('pagehide'));
  cleanup();
  await waitFor(async () => expect(await readKeptDrafts('maya')).toHaveLength(1));
}
/** The pause in the typing after which a draft is kept (ms). */
const KEPT_AFTER_MS = 700;
const OFFER = /^You left unsaved changes on/;
const openAs = async (id: string) => {
  user.id = id;
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  return screen.findByLabelText<HTMLTextAreaElement>('Guide for interviewers');
};

test('offers the draft of an ended sign-in to the same account', async () => {
  const calls = serveApi({
    [`GET /api/questions/${ID}`]: { question },
    [`PUT /api/questions/${ID}`]: { question: { ...question, version: 4 } },
  });
  await loseSignIn();
  await openAs('otto');
  await waitFor(async () => expect(await readKeptDrafts('otto')).toEqual([]));
  expect(screen.queryByText(OFFER)).toBeNull();
  cleanup();

  const guide = await openAs('maya');
  await screen.findByText(OFFER);
  expect(guide.value).toBe('Ask about ties.');
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  expect(screen.queryByText(OFFER)).toBeNull();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Guide for interviewers').value).toBe(
    'Ask about ties. An hour of work.',
  );
  screen.getByText('Unsaved changes');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  expect(calls.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({
    version: 3,
    content: { guide: 'Ask about ties. An hour of work.', tags: ['lists'] },
  });
  await waitFor(async () => expect(await readKeptDrafts('maya')).toEqual([]));
});

test('keeps the last word before a reply that may end the sign-in', async () => {
  serveApi({ [`GET /api/questions/${ID}`]: { question }, [`PUT /api/questions/${ID}`]: { question } });
  const answer = stallApi('PUT');
  const guide = await openAs('maya');
  // The pause after which it would be kept anyway does not end.
  const { setTimeout: start } = globalThis;
  const held: typeof setTimeout = Object.assign(
    (run: () => void, ms?: number) => start(run, ms === KEPT_AFTER_MS ? 60_000 : ms),
    start,
  );
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(held);
  await userEvent.type(guide, ' Ten.{Control>}s{/Control}');
  const kept = async () => (await readKeptDrafts('maya')).map(({ content }) => content.guide);
  await waitFor(async () => expect(await kept()).toEqual(['Ask about ties. Ten.']));
  answer();
  await screen.findByText('Saved');
});

test('deletes a draft that the server has stored', async () => {
  serveApi({ [`GET /api/questions/${ID}`]: { question } });
  await loseSignIn();
  const [kept] = await readKeptDrafts('maya');
  serveApi({ [`GET /api/questions/${ID}`]: { question: { ...question, ...kept?.content, version: 4 } } });
  await openAs('maya');
  await waitFor(async () => expect(await readKeptDrafts('maya')).toEqual([]));
  expect(screen.queryByText(OFFER)).toBeNull();
});

test('shows that a colleague saved since, and deletes a discarded draft', async () => {
  serveApi({ [`GET /api/questions/${ID}`]: { question } });
  await loseSignIn();
  serveApi({ [`GET /api/questions/${ID}`]: { question: { ...question, version: 4 } } });
  await openAs('maya');
  expect((await screen.findByText(OFFER)).textContent).toContain('The question was saved since then');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText(OFFER)).toBeNull();
  await waitFor(async () => expect(await readKeptDrafts('maya')).toEqual([]));
});

test('keeps an offered draft, and none that the user left', async () => {
  serveApi({ [`GET /api/questions/${ID}`]: { question } });
  await loseSignIn();
  const guides = async () => (await readKeptDrafts('maya')).map(({ content }) => content.guide);
  const guide = await openAs('maya');
  await screen.findByText(OFFER);
  await fill(guide, ' Ten.');
  window.dispatchEvent(new Event('pagehide'));
  expect(await guides()).toEqual(['Ask about ties. An hour of work.']);
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(async () => expect(await guides()).toEqual(['Ask about ties. Ten.']), { timeout: 3_000 });
  cleanup();
  await waitFor(async () => expect(await guides()).toEqual([]));
});

test('requires a title before it saves', async () => {
  const calls = serveApi({});
  await renderScreen(<QuestionScreen id="new" parts={parts} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Give the question a title. Only interviewers see it.')).toBeTruthy();
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});

test('warns before a restored version replaces unsaved changes', async () => {
  const { text, guide, starters, data, tests, minutes, tags } = question;
  const content = { title: 'First', text, guide, starters, data, tests, minutes, tags };
  const version = (number: number) => ({ version: number, at: question.updated_at, by: 'Maya' });
  serveApi({
    [`GET /api/questions/${ID}`]: { question },
    [`GET /api/questions/${ID}/versions`]: { data: [version(3), version(1)] },
    [`GET /api/questions/${ID}/versions/1`]: { content },
  });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  const openVersions = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Versions' }));
  };
  const warning = 'Restoring a version replaces your unsaved changes.';
  await openVersions();
  await screen.findByText('Latest');
  expect(screen.queryByText(warning)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await openAbout();
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Changed' } });
  await openVersions();
  await screen.findByText(warning);
  await userEvent.click(screen.getByRole('button', { name: 'Restore version 1' }));
  await waitFor(() => expect(screen.queryByLabelText('Title')).toBeNull());
  await openAbout();
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('First');
});

test('restores a version without the solutions of a later one', async () => {
  const solutions = [{ language: 'python', files: [{ name: 'main.py', code: 'print(1)' }] }];
  const { text, guide, starters, data, tests, minutes, tags } = question;
  const content = { title: 'First', text, guide, starters, data, tests, minutes, tags };
  const version = (number: number) => ({ version: number, at: question.updated_at, by: 'Maya' });
  const calls = serveApi({
    [`GET /api/questions/${ID}`]: { question: { ...question, solutions } },
    [`PUT /api/questions/${ID}`]: { question: { ...question, title: 'First', version: 4 } },
    [`GET /api/questions/${ID}/versions`]: { data: [version(3), version(1)] },
    [`GET /api/questions/${ID}/versions/1`]: { content },
  });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Versions' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Restore version 1' }));
  await screen.findByText('Unsaved changes');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  await screen.findByText('Saved');
  expect(calls.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ version: 3, content });
});

test('shows that the versions could not be loaded, and loads them again', async () => {
  let answer: object = { status: 500, body: {} };
  serveApi({ [`GET /api/questions/${ID}`]: { question }, [`GET /api/questions/${ID}/versions`]: () => answer });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Versions' }));
  expect(await screen.findByText('Failed to load the versions')).toBeTruthy();
  answer = { data: [{ version: 3, at: question.updated_at, by: 'Maya' }] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Latest')).toBeTruthy();
  expect(screen.queryByText('Failed to load the versions')).toBeNull();
});

/** The editor of the question in the address. */
function QuestionAtAddress() {
  const { pathname } = useLocation();
  return <QuestionScreen id={pathname.split('/')[2] ?? ''} parts={parts} />;
}

test('keeps the form and solution while a new question is saved', async () => {
  const stored = { ...question, version: 1, title: 'Sorting' };
  const answer = Promise.withResolvers<object>();
  serveApi({ 'POST /api/questions': () => ({ question: stored }), [`GET /api/questions/${ID}`]: { question: stored } });
  const reply = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method === 'POST') await answer.promise;
    return reply(url, init);
  });
  const { history } = await renderScreen(<QuestionAtAddress />);
  act(() => history.push('/questions/new'));
  await fill(await screen.findByLabelText('Title'), 'Sorting');
  await userEvent.click(screen.getByRole('button', { name: 'Add a test' }));
  await userEvent.type(within(screen.getByRole('group', { name: 'Test 1' })).getByLabelText('Name'), 'One');
  await fill(screen.getByLabelText('Solution in Python'), 'print(1)');
  await userEvent.keyboard('{Control>}s{/Control}');
  await screen.findByRole('button', { name: 'Saving...' });
  await fill(screen.getByLabelText('Title'), ' office');
  answer.resolve({});

  await waitFor(() => expect(history.location.pathname).toBe(`/questions/${ID}`));
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Sorting office');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Solution in Python').value).toBe('print(1)');
  screen.getByText('Unsaved changes');
  expect(hasUnsaved()).toBe(true);

  act(() => history.push('/questions/new'));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe(''));
});

test('names a text that is too long, and saves nothing', async () => {
  const calls = serveApi({});
  await renderScreen(<QuestionScreen id="new" parts={parts} />);
  await fill(await screen.findByLabelText('Title'), 'Long');
  const long = 'x'.repeat(20_001);
  const text = screen.getByLabelText<HTMLTextAreaElement>('Text for the candidate');
  fireEvent.change(text, { target: { value: long } });
  expect(text.maxLength).toBe(-1);
  const problem = '20,001 characters. At most 20,000 can be saved.';
  screen.getByText(problem);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(`Text for the candidate: ${problem}`);

  fireEvent.change(text, { target: { value: '🎈'.repeat(20_000) } });
  await userEvent.selectOptions(screen.getByLabelText('Add a starter'), 'SQL');
  fireEvent.change(screen.getByLabelText('Starter in SQL'), { target: { value: long } });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(`Starter in SQL: ${problem}`);
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});

test('writes the files of a project, hidden ones and renamed ones, and saves them', async () => {
  const calls = serveApi({
    [`GET /api/questions/${ID}`]: { question },
    [`PUT /api/questions/${ID}`]: { question: { ...question, version: 4 } },
  });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Add files' }));
  const files = within(screen.getByRole('group', { name: 'Files in Python' }));
  const add = files.getByRole('button', { name: 'Add a file' });
  await userEvent.click(add);
  const name = files.getByLabelText('Name');
  expect(document.activeElement).toBe(name);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Starter in Python: A file needs a name.');
  await fill(name, 'MAIN.py');
  files.getByText('There is main.py already.');
  await userEvent.clear(name);
  await fill(name, 'shop/cart.py');
  fireEvent.change(files.getByLabelText('Code of shop/cart.py'), { target: { value: 'total = 0' } });
  await userEvent.click(add);
  await fill(files.getByLabelText('Name'), 'test_cart.py');
  await userEvent.click(files.getByLabelText('Hidden from candidates'));
  await userEvent.click(add);
  await userEvent.click(files.getByRole('button', { name: 'Remove file 3' }));
  expect(document.activeElement).toBe(add);
  expect(files.getAllByRole('button', { expanded: false }).map((row) => row.textContent)).toEqual([
    'shop/cart.py  Shown',
    'test_cart.py  Hidden',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(calls.some(({ call }) => call.startsWith('PUT'))).toBe(true));
  const sent = calls.find(({ call }) => call.startsWith('PUT'))?.body as { content: Question };
  expect(sent.content.starters).toEqual([
    {
      language: 'python',
      code: 'pass',
      files: [
        { name: 'shop/cart.py', code: 'total = 0' },
        { name: 'test_cart.py', code: '', is_hidden: true },
      ],
    },
  ]);
});

/** A picked file, or one of a picked folder. */
function aFile(path: string, text: BlobPart): File {
  const file = new File([text], path.slice(path.lastIndexOf('/') + 1));
  return Object.defineProperty(file, 'webkitRelativePath', { value: path.includes('/') ? path : '' });
}

test('removes one starter at a double click', async () => {
  const starters = ['python', 'sql'].map((language) => ({ language, code: language }));
  serveApi({ [`GET /api/questions/${ID}`]: { question: { ...question, starters } } });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Remove Python' }));
  expect(await screen.findByRole('button', { name: 'Remove SQL' })).toBeTruthy();
});

test('imports a folder, also the first file, and says what it leaves out and what is too much', async () => {
  serveApi({ [`GET /api/questions/${ID}`]: { question } });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Add files' }));
  const files = within(screen.getByRole('group', { name: 'Files in Python' }));
  const pick = (picked: File[]) => fireEvent.change(files.getByLabelText('Files'), { target: { files: picked } });
  pick([
    aFile('shop/main.py', 'import cart\r\n'),
    aFile('shop/lib/cart.py', 'total = 0'),
    aFile('shop/.git/config', 'x'),
    aFile('shop/__pycache__/cart.pyc', 'x'),
    aFile('shop/über.py', 'x'),
    aFile('shop/logo.png', new Uint8Array([0x89, 0x50, 0xff])),
  ]);
  await files.findByText(
    '2 files imported. Left out: .git/config (a hidden file of its system), __pycache__/cart.pyc (made by a tool), ' +
      'über.py (Use letters without accents, digits, dots, hyphens and underscores), logo.png (no text).',
  );
  expect(screen.getByLabelText<HTMLTextAreaElement>('Starter in Python').value).toBe('import cart\n');
  await userEvent.click(files.getByRole('button', { name: /^lib\/cart\.py/ }));
  expect(files.getByLabelText<HTMLTextAreaElement>('Code of lib/cart.py').value).toBe('total = 0');

  pick(Array.from({ length: 12 }, (_file, n) => aFile(`${n}.py`, 'x')));
  await files.findByText('A starter has at most 10 files beside its first one. Nothing was imported.');
  pick([aFile('a.py', 'x'.repeat(60_001))]);
  await files.findByText('The files of a starter have at most 60,000 characters together. Nothing was imported.');
  expect(files.getAllByRole('button', { expanded: true })).toHaveLength(1);
});

test('says that a question has as many tests as it can have', () => {
  const tests = Array.from({ length: 30 }, () => NEW_TEST);
  const solution = { lastOf: () => null, carry: () => undefined, hasRun: false };
  render(<TestsField tests={tests} solution={solution} onChange={() => undefined} />);
  expect(screen.queryByText('Add a test')).toBeNull();
  screen.getByText('A question has at most 30 tests.');
});

test('explains an unknown address', async () => {
  serveApi({});
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  expect(await screen.findByText('No such question')).toBeTruthy();
});

const LIBRARY = { is_offered: false, count: 24, present: 0 };
const choose = async (action: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Import and export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};

test('shows no other list without a network if one is not cached', async () => {
  serveApi({ [LIST]: page([summary]), 'GET /api/question-tags': { data: [] } });
  await renderScreen(<QuestionsScreen parts={parts} place={{}} onPlace={() => undefined} />);
  await screen.findByText('Heaviest parcel');
  goOffline();
  await userEvent.type(screen.getByPlaceholderText('Search by title, text or tag'), 'x');
  expect(await screen.findByText(/^Not available offline/)).toBeTruthy();
  expect(screen.queryByText('Heaviest parcel')).toBeNull();
});

test('begins at the place in the address, and reports each other place', async () => {
  const filtered = 'GET /api/questions?page=2&search=heavy&tag=lists';
  const calls = serveApi({
    [filtered]: { ...page([summary]), current_page: 2, last_page: 2 },
    'GET /api/questions?page=1&search=heavy': page([summary]),
    'GET /api/questions?page=1&is_archived=true': page([]),
    'GET /api/question-tags': { data: [{ tag: 'lists', count: 1 }] },
    'GET /api/interview-templates': { data: [] },
  });
  const places = vi.fn<(place: BankPlace) => void>();
  function Addressed() {
    const [place, setPlace] = useState<BankPlace>({ page: 2, search: 'heavy', tag: 'lists' });
    const onPlace = useCallback((next: BankPlace) => {
      places(next);
      setPlace(next);
    }, []);
    return <QuestionsScreen {...{ parts, place, onPlace }} />;
  }
  await renderScreen(<Addressed />);

  expect(await screen.findByText('Heaviest parcel')).toBeTruthy();
  expect(calls.map(({ call }) => call)).toContain(filtered);
  expect(screen.getByPlaceholderText('Search by title, text or tag')).toHaveProperty('value', 'heavy');
  await userEvent.click(await screen.findByRole('button', { name: 'lists 1' }));
  await waitFor(() => expect(places.mock.lastCall).toEqual([{ search: 'heavy' }]));
  await userEvent.click(screen.getByRole('tab', { name: 'Archive' }));
  expect(await screen.findByText('Nothing archived')).toBeTruthy();
  expect(places.mock.lastCall).toEqual([{ view: 'Archive' }]);
  await userEvent.click(screen.getByRole('tab', { name: 'Templates' }));
  expect(places.mock.lastCall).toEqual([{ view: 'Templates' }]);
});

test('leaves a page that has no question left', async () => {
  serveApi({
    'GET /api/questions?page=2': { data: [], current_page: 2, last_page: 1, total: 1 },
    [LIST]: page([summary]),
    'GET /api/question-tags': { data: [] },
    'GET /api/question-library': LIBRARY,
  });
  const answer = stallApi('GET', '/api/questions?page=1');
  const places = vi.fn<(place: object) => void>();
  await renderScreen(<QuestionsScreen parts={parts} place={{ page: 2 }} onPlace={places} />);
  await waitFor(() => expect(places.mock.lastCall).toEqual([{}]));
  expect(screen.queryByText('No questions yet')).toBeNull();
  answer();
  expect(await screen.findByText('Heaviest parcel')).toBeTruthy();
});

test.each(['Archive', undefined] as const)('offers a way out of a tag that no question has (%s)', async (view) => {
  serveApi({
    'GET /api/questions?page=1&tag=heaps': page([]),
    'GET /api/questions?page=1&tag=heaps&is_archived=true': page([]),
    [LIST]: page([summary]),
    'GET /api/questions?page=1&is_archived=true': page([summary]),
    'GET /api/question-tags': { data: [] },
  });
  await renderScreen(<QuestionsScreen parts={parts} place={{ view, tag: 'heaps' }} onPlace={() => undefined} />);
  expect(await screen.findByText('No questions found')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'heaps', pressed: true }));
  expect(await screen.findByText('Heaviest parcel')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'heaps' })).toBeNull();
});

test('offers the first library to a company without questions, and adds it', async () => {
  const calls = serveApi({
    [LIST]: page([]),
    'GET /api/question-tags': { data: [] },
    'GET /api/question-library': { ...LIBRARY, is_offered: true },
    'POST /api/question-library': { added: ['A', 'B'], existing: [] },
    'DELETE /api/question-library': { message: 'Library removed' },
  });
  await renderScreen(<QuestionsScreen parts={parts} place={{}} onPlace={() => undefined} />);

  const add = await screen.findByRole('button', { name: 'Add 24 questions' });
  const isAccent = (button: HTMLElement) => button.className.includes('variantSolid');
  expect([add, screen.getByRole('link', { name: 'New question' })].map(isAccent)).toEqual([true, false]);
  await userEvent.click(add);
  await waitFor(() => expect(toastStore.get().at(-1)?.text).toBe('2 questions added.'));
  await userEvent.click(await screen.findByRole('button', { name: 'No, thanks' }));
  await waitFor(() => expect(calls.map(({ call }) => call)).toContain('DELETE /api/question-library'));
});

test('offers no library to a company that has answered', async () => {
  serveApi({ [LIST]: page([]), 'GET /api/question-tags': { data: [] }, 'GET /api/question-library': LIBRARY });
  await renderScreen(<QuestionsScreen parts={parts} place={{}} onPlace={() => undefined} />);

  expect(await screen.findByText('No questions yet')).toBeTruthy();
});

test('imports an archive, and shows why another one is refused', async () => {
  const problem = 'b.md: title is not valid: Title is required.';
  let isRefused = false;
  let skips: object = {};
  const calls = serveApi({
    [LIST]: page([summary]),
    'GET /api/question-tags': { data: [] },
    'GET /api/question-library': LIBRARY,
    'POST /api/question-archive': () =>
      isRefused
        ? { status: 422, body: { message: problem, code: 'invalid' } }
        : { added: ['One'], existing: ['Two', 'Three'], ...skips },
  });
  await renderScreen(<QuestionsScreen parts={parts} place={{}} onPlace={() => undefined} />);
  const file = new File([new Uint8Array([80, 75, 5, 6])], 'questions.zip', { type: 'application/zip' });
  const input = await screen.findByLabelText('Archive of questions');

  await userEvent.upload(input, file);
  const done = '1 question added. 2 were there already.';
  await waitFor(() => expect(toastStore.get().at(-1)?.text).toBe(done));
  expect(calls.find(({ call }) => call === 'POST /api/question-archive')?.body).toEqual({ archive: 'UEsFBg==' });

  skips = { skipped: [{ file: 'README.md', reason: 'about the folder, no question' }] };
  await userEvent.upload(input, file);
  const list = within(await screen.findByRole('dialog', { name: '1 file skipped' }));
  expect(list.getByText('README.md: about the folder, no question')).toBeTruthy();
  await userEvent.click(list.getByRole('button', { name: 'Close' }));

  isRefused = true;
  await userEvent.upload(input, file);
  const dialog = await screen.findByRole('alertdialog', { name: 'Nothing was imported' });
  within(dialog).getByText(problem);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('says how large an archive may be', async () => {
  const calls = serveApi({
    [LIST]: page([summary]),
    'GET /api/question-tags': { data: [] },
    'GET /api/question-library': LIBRARY,
  });
  await renderScreen(<QuestionsScreen parts={parts} place={{}} onPlace={() => undefined} />);
  const file = new File([new Uint8Array(QUESTION_ARCHIVE_MAX + 1)], 'questions.zip', { type: 'application/zip' });
  await userEvent.upload(await screen.findByLabelText('Archive of questions'), file);
  const dialog = await screen.findByRole('alertdialog', { name: 'Nothing was imported' });
  within(dialog).getByText('The file is too large: at most 4 MB.');
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});

test('removes the first library after a confirmation', async () => {
  const calls = serveApi({
    [LIST]: page([summary]),
    'GET /api/question-tags': { data: [] },
    'GET /api/question-library': { ...LIBRARY, present: 24 },
    'DELETE /api/question-library': { message: 'Library removed' },
  });
  await renderScreen(<QuestionsScreen parts={parts} place={{}} onPlace={() => undefined} />);
  await screen.findByText('Heaviest parcel');
  await choose('Remove the sample questions');
  expect((await screen.findByRole('alertdialog')).textContent).toContain('All 24 are deleted;');

  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));

  await waitFor(() => expect(calls.map(({ call }) => call)).toContain('DELETE /api/question-library'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

const flags = { is_query: false, is_ordered: false, is_numeric: false };
const TWO_TESTS = [
  { ...flags, name: 'Two', input: '2', expected: 'pass', is_hidden: true },
  { ...flags, name: 'One', input: '1', expected: 'pass 1', is_hidden: false },
];
const TESTED = { ...question, tests: TWO_TESTS };
const rowOf = (name: RegExp) => screen.getByRole('button', { name });

test('runs the tests of a question against a solution before it is saved', async () => {
  serveApi({ [`GET /api/questions/${ID}`]: { question: TESTED } });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);

  await userEvent.click(await screen.findByLabelText('Solution in Python'));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('1 of 2 tests pass');
  rowOf(/^One Shown Passes$/);
  await userEvent.click(rowOf(/^Two Hidden Fails$/));
  const fields = within(screen.getByRole('group', { name: 'Test 1' }));
  expect(fields.getByRole('group', { name: 'Actual output' }).textContent).toBe('pass 2\n');
  expect(fields.getByRole('group', { name: 'Difference' }).textContent).toBe(
    '− Missing: pass\n+ Not expected: pass 2\n',
  );
});

test('shows the output of a failed test while its expected output is corrected', async () => {
  serveApi({ [`GET /api/questions/${ID}`]: { question: TESTED } });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Run all' }));
  await screen.findByText('1 of 2 tests pass');
  await userEvent.click(rowOf(/^Two Hidden Fails$/));
  await userEvent.type(screen.getByRole('textbox', { name: 'Expected output' }), ' 2');
  rowOf(/^Two Hidden Not run$/);
  screen.getByRole('group', { name: 'Actual output' });
  expect(screen.queryByRole('group', { name: 'Difference' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Run all' }));
  await screen.findByText('2 of 2 tests pass');
  rowOf(/^Two Hidden Passes$/);
});

test('opens one test at a time, and moves the focus on when it is removed', async () => {
  serveApi({ [`GET /api/questions/${ID}`]: { question: TESTED } });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  await screen.findByRole('button', { name: 'Two Hidden' });
  expect(screen.queryByRole('group', { name: /^Test \d$/ })).toBeNull();
  await userEvent.click(rowOf(/^Two/));
  await userEvent.click(rowOf(/^One/));
  expect([rowOf(/^Two/), rowOf(/^One/)].map((row) => row.getAttribute('aria-expanded'))).toEqual(['false', 'true']);
  await userEvent.click(screen.getByRole('button', { name: 'Remove test 2' }));
  expect(screen.queryByRole('button', { name: /^One/ })).toBeNull();
  expect(document.activeElement?.textContent).toBe('Add a test');
});

test('leads to each part in one click, and shows what candidates or interviewers see of it', async () => {
  serveApi({ [`GET /api/questions/${ID}`]: { question: TESTED } });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />);
  await screen.findByText('15 min · Python · lists');
  const map = within(screen.getByRole('navigation', { name: 'Parts of the question' }));
  expect(map.getAllByRole('button').map((part) => part.textContent)).toEqual([
    'Text ',
    'Guide ',
    'Starters 1',
    'SQL data ',
    'Tests 2',
    'Try it ',
  ]);
  const view = within(screen.getByRole('region', { name: 'What candidates see' }));
  view.getByRole('heading', { name: 'Parcels' });
  view.getByRole('region', { name: 'One' });
  expect(view.queryByRole('region', { name: 'Two' })).toBeNull();
  await userEvent.click(map.getByRole('button', { name: 'Guide' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Guide for interviewers'));
  expect(map.getByRole('button', { name: 'Guide' }).getAttribute('aria-current')).toBe('location');
  within(screen.getByRole('region', { name: 'What interviewers see' })).getByText('Ask about ties.');
  await userEvent.click(map.getByRole('button', { name: 'Tests 2' }));
  expect(document.activeElement?.textContent).toBe('Run all');
});

test('has the parts as tabs on a phone, and Save below them', async () => {
  serveApi({ [`GET /api/questions/${ID}`]: { question: TESTED } });
  await renderScreen(<QuestionScreen id={ID} parts={parts} />, { wide: false });
  const text = await screen.findByLabelText('Text for the candidate');
  screen.getByRole('region', { name: 'Preview: Text for the candidate' });
  expect(screen.queryByRole('navigation', { name: 'Parts of the question' })).toBeNull();
  const save = screen.getByRole('button', { name: 'Save' });
  expect(text.compareDocumentPosition(save)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.click(screen.getByRole('tab', { name: 'Try it' }));
  expect(screen.queryByLabelText('Text for the candidate')).toBeNull();
  await userEvent.type(screen.getByLabelText('Solution in Python'), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Run all' }));
  await screen.findByText('0 of 2 tests pass');
  await userEvent.click(screen.getByRole('tab', { name: 'Tests' }));
  rowOf(/^Two Hidden Fails$/);
  await userEvent.click(screen.getByRole('tab', { name: 'Try it' }));
  expect(screen.getByLabelText('Solution in Python')).toHaveProperty('value', 'pass!');
});
