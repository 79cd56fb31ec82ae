import type { InterviewCards, SubmittedCard } from '@cip/contracts/scorecards/scorecards';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outbox } from '../../features/outbox/page-outbox.ts';
import { hasUnsaved } from '../../shared/device/unsaved.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { aCompany, anInterview, anOwnCard as own, someCards } from '../../testing/examples.ts';
import { descriptionOf } from '../../testing/description-of.ts';
import { serveApi, stallApi } from '../../testing/fake-api.ts';
import { resetIndexedDb } from '../../testing/fake-indexed-db.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ScorecardScreen } from './ScorecardScreen.tsx';
import { fill } from '../../testing/fill.ts';

const { id } = anInterview({});
const READ = `GET /api/interview-sessions/${id}/scorecards`;
const SAVE = `PUT /api/interview-sessions/${id}/scorecard`;
const CODE = `GET /api/code-editor-data/session/${id}?with_runs=true`;
const SUBMIT = `POST /api/interview-sessions/${id}/scorecard/submit`;
const DECIDE = `PUT /api/interview-sessions/${id}/decision`;
const user = { 'GET /api/user': { company: aCompany } };
const away = { status: 503, body: {} };

beforeEach(() => {
  resetIndexedDb();
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
});
afterEach(() => {
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const show = (wide = true) => renderScreen(<ScorecardScreen interviewId={id} />, { wide });

test.each([404, 422])('shows that a session does not exist after %s', async (status) => {
  serveApi({ ...user, [READ]: { status, body: { code: 'not_found', message: 'No.' } } });
  await show();
  expect(await screen.findByText('This session doesn’t exist, or it was deleted.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sessions' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('sends an offline card once, and then its submission', async () => {
  const reply = { scorecard: { ...own, state: 'draft' } };
  serveApi({ ...user, [READ]: someCards(), [SAVE]: away, [SUBMIT]: away });
  // Not a phone.
  await show(false);
  await userEvent.type(await screen.findByLabelText('My notes'), 'Asks first{Enter}Then writes');
  await userEvent.click(screen.getAllByRole('radio', { name: /^3/ })[0] as HTMLElement);
  await fill(screen.getByLabelText('Evidence: Writes working code'), 'Ran it after every change');
  await userEvent.click(screen.getByRole('radio', { name: 'Yes' }));
  await userEvent.click(screen.getByRole('button', { name: 'Submit scorecard' }));
  expect(await screen.findByText('Will be submitted when you are online')).toBeTruthy();

  const calls = serveApi({ ...user, [READ]: someCards(), [SAVE]: reply, [SUBMIT]: reply });
  await waitFor(async () => {
    await outbox.flush();
    expect(await outbox.list()).toEqual([]);
  });
  const sent = calls.filter(({ call }) => call === SAVE || call === SUBMIT);
  expect(sent.at(-1)?.call).toBe(SUBMIT);
  const values = sent.slice(0, -1).map(({ body }) => body as Record<string, { base: unknown; value: unknown }>);
  expect(values.flatMap(({ notes }) => (notes ? [notes.value] : [])).at(-1)).toEqual([
    { text: 'Asks first', minute: null },
    { text: 'Then writes', minute: null },
  ]);
  // One after the other, because each save builds on the one before.
  expect(new Set(values.map(({ op_id }) => op_id)).size).toBe(values.length);
});

test('writes each change and the submission to the device without answers', async () => {
  const reply = { scorecard: { ...own, state: 'draft' } };
  const calls = serveApi({ ...user, [READ]: someCards(), [SAVE]: reply, [SUBMIT]: reply });
  const answer = stallApi('PUT');
  await show(false);
  const [grade] = await screen.findAllByRole('radio', { name: /^3/ });
  // No pause before the save, because the draft would save itself.
  fireEvent.click(grade as HTMLElement);
  const evidence = screen.getByLabelText('Evidence: Writes working code');
  fireEvent.change(evidence, { target: { value: 'Ran it after every change' } });
  fireEvent.blur(evidence);
  await waitFor(async () => expect(await outbox.list()).toHaveLength(1));
  fireEvent.click(screen.getByRole('radio', { name: 'Yes' }));
  fireEvent.click(screen.getByRole('button', { name: 'Submit scorecard' }));
  await waitFor(async () => expect((await outbox.list()).at(-1)?.kind).toBe('submit-scorecard'));
  expect((await outbox.list()).filter(({ kind }) => kind === 'scorecard')).toHaveLength(2);
  answer();
  await waitFor(async () => expect(await outbox.list()).toEqual([]));
  expect(calls.map(({ call }) => call).filter((call) => call === SAVE || call === SUBMIT)).toEqual([
    SAVE,
    SAVE,
    SUBMIT,
  ]);
});

test('shows both texts when another device wrote the same field', async () => {
  // The laptop wrote after this device had read the card. The server joins the texts as scorecards.test.ts shows.
  let summary = 'The laptop’s words';
  const cardOf = (text: string) => ({ ...own, content: { ...own.content, summary: text } });
  const save = (body: unknown) => {
    const { base, value } = (body as { summary: { base: string; value: string } }).summary;
    // If the typing pauses, the text is sent in parts, each with the one before as its base.
    summary = base && summary.includes(base) ? summary.replace(base, () => value) : `${summary}\n\n${value}`;
    return { scorecard: cardOf(summary) };
  };
  serveApi({ ...user, [READ]: someCards() });
  // The outbox refetches with the page's own client.
  await showWithPageCache();
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Summary');
  serveApi({ ...user, [READ]: () => someCards({ own: cardOf(summary) }), [SAVE]: save });
  await fill(field, 'This device’s words');
  const both = 'The laptop’s words\n\nThis device’s words';
  await waitFor(() => expect(field.value).toBe(both), { timeout: 5_000 });
  await fill(field, ', and more');
  await waitFor(() => expect(summary).toBe(`${both}, and more`), { timeout: 5_000 });
  expect(field.value).toBe(summary);
});

test.each([
  ['Ada Lovelace', '09:47', '47m with Ada Lovelace. What do you think?'],
  ['Ada Lovelace', '09:00', 'Under a minute with Ada Lovelace. What do you think?'],
  [null, '09:47', 'No candidate joined. What do you think?'],
])('asks about the interview with %s until %s', async (name, end, question) => {
  serveApi({ ...user, [READ]: someCards({ candidate_name: name, ended_at: `2026-11-20T${end}:00.000Z` }) });
  await show(false);
  expect(await screen.findByRole('heading', { name: question })).toBeTruthy();
});

test('names what a submission lacks', async () => {
  serveApi({ ...user, [READ]: someCards(), [SAVE]: away });
  await show(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Submit scorecard' }));
  expect(screen.getByRole('alert').textContent).toBe('Choose an overall recommendation.');
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Strong no' }));

  await userEvent.click(screen.getByRole('radio', { name: 'Strong no' }));
  await userEvent.click(screen.getByRole('button', { name: 'Submit scorecard' }));
  expect(screen.getByRole('alert').textContent).toBe('Write evidence of at least 20 characters for one criterion.');
  const evidence = screen.getByLabelText('Evidence: Writes working code');
  expect(document.activeElement).toBe(evidence);
  expect(descriptionOf(evidence)).toBe('Write evidence of at least 20 characters for one criterion.');
});

test('shows one part at a time on a phone', async () => {
  serveApi({ ...user, [READ]: someCards() });
  await show(true);
  expect(await screen.findByLabelText('My notes')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Submit scorecard' })).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getAllByRole('radio')).toHaveLength(5);
  expect(screen.queryByLabelText('My notes')).toBeNull();
});

test('leads to the part of the missing evidence on a phone, every time', async () => {
  serveApi({ ...user, [READ]: someCards(), [SAVE]: away });
  await show(true);
  await screen.findByLabelText('My notes');
  const toTheEnd = async () => {
    while (!screen.queryByRole('button', { name: 'Submit scorecard' }))
      await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  };
  await toTheEnd();
  await userEvent.click(screen.getByRole('radio', { name: 'Strong no' }));
  for (let time = 0; time < 2; time++) {
    await toTheEnd();
    await userEvent.click(screen.getByRole('button', { name: 'Submit scorecard' }));
    const evidence = screen.getByLabelText('Evidence: Writes working code');
    expect(document.activeElement).toBe(evidence);
    expect(descriptionOf(evidence)).toContain('Write evidence of at least 20 characters for one criterion.');
  }
});

test('chooses a grade by its digit, and opens the evidence then', async () => {
  serveApi({ ...user, [READ]: someCards(), [SAVE]: away });
  await show(false);
  const group = within(await screen.findByRole('group', { name: 'Tests' }));
  const grade = (name: string) => group.getByRole<HTMLInputElement>('radio', { name });
  expect(group.queryByRole('textbox')).toBeNull();

  grade('1 None').focus();
  await userEvent.keyboard('3');
  expect(grade('3 Much').checked).toBe(true);
  expect(document.activeElement).toBe(grade('3 Much'));
  await userEvent.tab();
  expect(document.activeElement).toBe(group.getByLabelText('Evidence: Tests'));
  await userEvent.keyboard('4 of 5 tests');
  expect(grade('3 Much').checked).toBe(true);

  grade('3 Much').focus();
  await userEvent.keyboard('0');
  expect(grade('Not seen').checked).toBe(true);
  expect(within(screen.getByRole('group', { name: 'Writes working code' })).queryByRole('textbox')).toBeNull();
});

const finished = { reason: 'finished', exitCode: 0, ms: 60, error: null };
const failed = { reason: 'failed', exitCode: 1, ms: 5, error: { name: 'Error', line: 9 } };
const code = {
  data: {
    language: 'python',
    code_content: 'def merge(xs):\n  return []',
    last_updated_at: '2026-11-20T09:46:00.000Z',
  },
  runs: [
    { requested_at: '2026-11-20T09:43:30.000Z', language: 'python', end: finished },
    { requested_at: '2026-11-20T09:29:18.000Z', language: 'python', end: failed },
  ],
};

test('shows several files of the final code as tabs', async () => {
  const files = [
    { name: 'main.py', content: code.data.code_content },
    { name: 'util.py', content: 'a\nb\nc' },
  ];
  serveApi({ ...user, [READ]: someCards(), [CODE]: { ...code, data: { ...code.data, files } } });
  await show(false);
  const aside = within(await screen.findByRole('complementary', { name: 'Final code' }));
  await userEvent.click(await aside.findByRole('tab', { name: 'util.py' }));
  expect(aside.getByRole('region').textContent).toBe('1\n2\n3a\nb\nc');
});

test('shows the final code beside the card, and the runs, each of which opens the playback at its moment', async () => {
  serveApi({ ...user, [READ]: someCards(), [CODE]: code });
  await show(false);
  const aside = within(await screen.findByRole('complementary', { name: 'Final code' }));
  expect((await aside.findByRole('region')).textContent).toBe('1\n2def merge(xs):\n  return []');
  expect(aside.getByText('Python')).toBeTruthy();
  const runs = aside.getAllByRole('link');
  expect(runs.map((run) => run.textContent)).toEqual(['Finished in 0.06 s43:30', 'Error in line 929:18']);
  expect(runs.map((run) => run.getAttribute('href'))).toEqual([
    `/sessions/${id}/playback#t=2610`,
    `/sessions/${id}/playback#t=1758`,
  ]);
});

test('shows the runs without links if the plan plays nothing back', async () => {
  const company = { ...aCompany, subscription_status: 'inactive' as const };
  localStorage.setItem('company', JSON.stringify(company));
  serveApi({ 'GET /api/user': { company }, [READ]: someCards(), [CODE]: code });
  await show(false);
  const runs = within(await screen.findByRole('list', { name: 'Runs' }));
  expect(runs.getAllByRole('listitem')).toHaveLength(2);
  expect(runs.queryByRole('link')).toBeNull();
});

test.each([
  [404, 'No code editor data available for this session'],
  [500, 'Failed to load the code'],
])('says why there is no code after %s', async (status, text) => {
  serveApi({ ...user, [READ]: someCards(), [CODE]: { status, body: {} } });
  await show(false);
  expect(await screen.findByText(text)).toBeTruthy();
});

function aCard(name: string, code: 1 | 4): SubmittedCard {
  return {
    id: name,
    author_name: name,
    is_own: false,
    from_playback: name === 'Otto',
    submitted_at: '2026-11-24T10:00:00.000Z',
    changed_at: null,
    content: {
      notes: [{ minute: 3, text: `${name} noted it` }],
      ratings: [
        { criterion: 'testing', grade: 2, evidence: '' },
        { criterion: 'code', grade: code, evidence: `${name} saw it` },
      ],
      overall: 'yes',
      summary: '',
    },
    first_content: null,
  };
}

function debrief(changes: Partial<InterviewCards> = {}): InterviewCards {
  const cards = [aCard('Ines', 4), aCard('Otto', 1)];
  return someCards({ own: null, may_read: true, may_decide: true, submitted: 2, cards, ...changes });
}

test('compares submitted cards, and takes a decision with its reason', async () => {
  const calls = serveApi({ ...user, [READ]: debrief(), [DECIDE]: { decision: {} } });
  await show(false);

  const rows = within(await screen.findByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'CriterionInesOttoFrom playbackDifference',
    'OverallYesYes',
    'Writes working code4 of 4Ines saw it1 of 4Otto saw it3 apart',
    'Tests2 of 42 of 4',
  ]);
  await userEvent.click(screen.getByRole('radio', { name: 'Advance' }));
  await fill(screen.getByLabelText('Reason'), 'Clear evidence');
  await userEvent.click(screen.getByRole('button', { name: 'Save decision' }));
  expect(calls.find(({ call }) => call === DECIDE)?.body).toEqual({ decision: 'advance', reason: 'Clear evidence' });
});

const DECIDED = {
  decision: 'hold' as const,
  reason: 'Talk again.',
  decided_by: 'Acme',
  decided_at: '2026-11-24T11:00:00.000Z',
};

test('puts the decision above the debrief, and saves it again only if it changed', async () => {
  serveApi({ ...user, [READ]: debrief({ decision: DECIDED }) });
  await show(false);
  const decision = await screen.findByRole('heading', { name: 'Decision' });
  const position = decision.compareDocumentPosition(screen.getByRole('heading', { name: 'Debrief' }));
  expect(position & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save decision' });
  expect(button.disabled).toBe(true);
  await fill(screen.getByLabelText('Reason'), ' Soon.');
  expect(button.disabled).toBe(false);
});

/** Renders the screen with the page's own cache. */
const showWithPageCache = () =>
  renderScreen(
    <QueryClientProvider client={queryClient}>
      <ScorecardScreen interviewId={id} />
    </QueryClientProvider>,
    { wide: false },
  );

test('leads from a saved decision to its words, unless the user has moved on', async () => {
  let cards = debrief();
  const decide = (reason: string) => () => {
    cards = debrief({ decision: { ...DECIDED, reason, decided_at: `2026-11-24T11:00:0${reason.length % 10}.000Z` } });
    return { decision: cards.decision };
  };
  serveApi({ ...user, [READ]: () => cards, [DECIDE]: decide('Talk again.') });
  await showWithPageCache();
  await userEvent.click(await screen.findByRole('radio', { name: 'Hold' }));
  await fill(screen.getByLabelText('Reason'), 'Talk again.');
  await userEvent.click(screen.getByRole('button', { name: 'Save decision' }));
  const saved = await screen.findByText(/^Hold/, { selector: '[role=status]' });
  await waitFor(() => expect(document.activeElement).toBe(saved));

  serveApi({ ...user, [READ]: () => cards, [DECIDE]: decide('Talk again. Soon.') });
  await fill(screen.getByLabelText('Reason'), ' Soon.');
  await userEvent.click(screen.getByRole('button', { name: 'Save decision' }));
  const link = screen.getByRole('link', { name: 'Code and details' });
  link.focus();
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save decision' }).disabled).toBe(true),
  );
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Talk again. Soon.'));
  expect(document.activeElement).toBe(link);
});

test('keeps the reason that is being typed when a colleague decides', async () => {
  let cards = debrief();
  serveApi({ ...user, [READ]: () => cards });
  await showWithPageCache();
  await fill(await screen.findByLabelText('Reason'), 'Clear evidence');
  expect(hasUnsaved()).toBe(true);
  cards = debrief({ decision: DECIDED });

  await queryClient.invalidateQueries();

  await screen.findByText(/^Hold/, { selector: '[role=status]' });
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Clear evidence');
});

test('shows a card per criterion on a phone, the widest difference first', async () => {
  serveApi({ ...user, [READ]: debrief() });
  await show(true);
  const items = (await screen.findAllByRole('heading', { level: 3 })).slice(0, 3).map((each) => each.closest('li'));
  expect(items.map((item) => item?.textContent)).toEqual([
    'OverallInesYesOttoFrom playbackYes',
    'Writes working code3 apartInes4 of 4Ines saw itOttoFrom playback1 of 4Otto saw it',
    'TestsInes2 of 4OttoFrom playback2 of 4',
  ]);
  expect(screen.queryByRole('table')).toBeNull();
});

test('keeps a decision that is being made when the own scorecard is submitted', async () => {
  const reply = { scorecard: { ...own, state: 'submitted' } };
  const content = { ...own.content, overall: 'yes' as const, ratings: aCard('Ines', 4).content.ratings };
  const evidence = { criterion: 'code', grade: 4 as const, evidence: 'Ran it after every change' };
  const mine = { ...own, content: { ...content, ratings: [evidence] } };
  let cards = debrief({ own: mine, may_read: false, cards: [] });
  serveApi({ ...user, [READ]: () => cards, [SUBMIT]: reply });
  await showWithPageCache();
  await fill(await screen.findByLabelText('Reason'), 'Clear evidence');
  cards = debrief({ own: { ...mine, submitted_at: '2026-11-24T10:00:00.000Z' } });
  await userEvent.click(screen.getByRole('button', { name: 'Submit scorecard' }));
  expect(await screen.findByRole('heading', { name: 'Debrief' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Clear evidence');
});

test('prints the decision, the comparison and the texts, and shows them on paper only', async () => {
  serveApi({ ...user, [READ]: debrief({ decision: DECIDED }) });
  await show(true);
  await screen.findByRole('heading', { name: 'Debrief' });
  expect(screen.queryByRole('article')).toBeNull();

  fireEvent(window, new Event('beforeprint'));
  const page = within(screen.getByRole('article'));
  expect(page.getByText(/^Decision: Hold, by Acme, .*\. Talk again\.$/)).toBeTruthy();
  expect(page.getAllByRole('row')).toHaveLength(4);
  expect(page.getByText('Otto noted it')).toBeTruthy();
  fireEvent(window, new Event('afterprint'));
  expect(screen.queryByRole('article')).toBeNull();
});
