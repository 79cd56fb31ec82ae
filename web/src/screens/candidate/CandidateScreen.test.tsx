import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { rememberPlace } from '../../features/interviews/candidate-place.ts';
import { noteAnswer } from '../../shared/api/reachability.ts';
import { aCompany, anInterview, aPublicInterview, aReceiptFile } from '../../testing/examples.ts';
import { serveApi, stallApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { UNREACHABLE } from '../../testing/unreachable.ts';
import type { CandidateRoomProps } from '../room/candidate/CandidateRoom.tsx';
import { CandidateScreen } from './CandidateScreen.tsx';
import { fill } from '../../testing/fill.ts';
// Compiled before a test waits for it, because the screen loads it late.
import './EditorOffer.tsx';
import './EndedScreen.tsx';
import './CandidateOffline.tsx';
import './LinkProblem.tsx';
import './NotStarted.tsx';
import '../left-text/LeftTextNotice.tsx';
import '../receipts/Receipt.tsx';

const { prepareRoom, enterAhead } = vi.hoisted(() => ({
  prepareRoom: vi.fn<() => void>(),
  enterAhead: vi.fn<(interview: unknown, place: unknown) => void>(),
}));

// The room has its own tests, and jsdom has no editor.
vi.mock('../room/candidate/CandidateRoom.tsx', () => ({
  prepareRoom,
  enterAhead,
  CandidateRoom: ({ interview, name, participantId, isNameGiven, onRename }: CandidateRoomProps) => (
    <>
      <a href={interview.call_link ?? undefined}>Call</a>
      {`${name} is in as ${participantId}`}
      {isNameGiven && <button onClick={onRename}>Not me</button>}
    </>
  ),
}));

// It loads the editors and checks the network.
vi.mock('../before-room/Readiness.tsx', () => ({ Readiness: () => null }));

const CODE = 'private-room-abc123def';
const LINK = `GET /api/public/session/${CODE}`;
const JOIN = `POST /api/public/session/${CODE}/join`;
/** The button of the dialog that shows the page below. */
const STAY = 'Your code and receipt';
const joined = { session: aPublicInterview({}), token: 'candidate-token-0123456789', participant_id: 'p-1' };

afterEach(() => {
  noteAnswer(true);
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  enterAhead.mockClear();
});

const open = () => renderScreen(<CandidateScreen roomCode={CODE} prejoin={null} />);

test('joins with a trimmed name, and rejoins after a reload', async () => {
  const calls = serveApi({ [LINK]: { session: aPublicInterview({}) }, [JOIN]: joined });
  await open();
  expect(await screen.findByText('Analytical Engines')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Your Name'), '   ');
  await userEvent.click(screen.getByRole('button', { name: 'Join Code Share' }));
  expect(screen.getByText('Please enter your name')).toBeTruthy();
  await fill(screen.getByLabelText('Your Name'), 'Ada ');
  await userEvent.click(screen.getByRole('button', { name: 'Join Code Share' }));
  expect(await screen.findByText('Ada is in as p-1')).toBeTruthy();
  expect(calls.filter(({ call }) => call === JOIN)).toMatchObject([{ body: { candidate_name: 'Ada' } }]);
  // The room was entered before it rendered.
  expect(enterAhead.mock.calls).toMatchObject([[{ room_code: CODE }, { name: 'Ada', participantId: 'p-1' }]]);

  document.body.replaceChildren();
  await open();
  expect(await screen.findByText('Ada is in as p-1')).toBeTruthy();
  expect(calls.filter(({ call }) => call === JOIN)).toHaveLength(1);
});

test('shows that a code cannot be opened, with a retry', async () => {
  const message = 'The code of this session cannot be opened. Other sessions are not affected.';
  const calls = serveApi({ [LINK]: { status: 409, body: { message, code: 'unreadable' } } });
  await open();
  expect(await screen.findByText(message)).toBeTruthy();
  const asked = () => calls.filter(({ call }) => call === LINK).length;
  expect(asked()).toBe(1);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(asked()).toBe(2));
});

test('loads the room while the interview is requested', async () => {
  prepareRoom.mockClear();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await open();
  await vi.waitFor(() => expect(prepareRoom).toHaveBeenCalledOnce());
  expect(screen.queryByLabelText('Your Name')).toBeNull();
});

test('joins with a known name without a click', async () => {
  const calls = serveApi({ [LINK]: { session: aPublicInterview({ candidate_name: 'Grace' }) }, [JOIN]: joined });
  await open();
  expect(await screen.findByText('Grace is in as p-1')).toBeTruthy();
  expect(calls.filter(({ call }) => call === JOIN)).toMatchObject([{ body: { candidate_name: 'Grace' } }]);
});

test('shows a second visitor the link’s name, and renames them', async () => {
  const calls = serveApi({ [LINK]: { session: aPublicInterview({ candidate_name: 'Grace' }) }, [JOIN]: joined });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Not me' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Your Name');
  expect(field.value).toBe('');
  await userEvent.type(field, 'Ada');
  await userEvent.click(screen.getByRole('button', { name: 'Join Code Share' }));
  expect(await screen.findByText('Ada is in as p-1')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Not me' })).toBeNull();
  const names = calls.filter(({ call }) => call === JOIN).map(({ body }) => body);
  expect(names).toEqual([{ candidate_name: 'Grace' }, { candidate_name: 'Ada' }]);
});

test('keeps the former name of who cannot join under another', async () => {
  const locked = { status: 409, body: { message: 'The room is locked. Ask your interviewer.', code: 'conflict' } };
  rememberPlace(CODE, { token: 't', participantId: 'p-1', name: 'Grace', joinedAt: Date.now(), isUnread: true });
  serveApi({ [LINK]: { session: aPublicInterview({ candidate_name: 'Grace' }) }, [JOIN]: locked });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Not me' }));
  await userEvent.type(await screen.findByLabelText('Your Name'), 'Ada');
  await userEvent.click(screen.getByRole('button', { name: 'Join Code Share' }));
  expect(await screen.findByText('The room is locked. Ask your interviewer.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Keep my name' }));
  expect(await screen.findByText('Grace is in as p-1')).toBeTruthy();

  document.body.replaceChildren();
  await open();
  expect(await screen.findByText('Grace is in as p-1')).toBeTruthy();
});

test('has the call of the join in a room whose link names none, also after a reload', async () => {
  const call = 'https://meet.example.com/abc';
  serveApi({
    [LINK]: { session: aPublicInterview({ candidate_name: 'Grace', call_link: null }) },
    [JOIN]: { ...joined, session: aPublicInterview({ call_link: call }) },
  });
  await open();
  expect((await screen.findByRole('link', { name: 'Call' })).getAttribute('href')).toBe(call);
  document.body.replaceChildren();
  await open();
  expect((await screen.findByRole('link', { name: 'Call' })).getAttribute('href')).toBe(call);
});

test('shows no question about the name after a reload', async () => {
  serveApi({ [LINK]: { session: aPublicInterview({ candidate_name: 'Grace' }) }, [JOIN]: joined });
  await open();
  expect(await screen.findByRole('button', { name: 'Not me' })).toBeTruthy();
  document.body.replaceChildren();
  await open();
  expect(await screen.findByText('Grace is in as p-1')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Not me' })).toBeNull();
});

test('shows what the card says again after a reload, until it is read', async () => {
  serveApi({ [LINK]: { session: aPublicInterview({ candidate_name: 'Grace' }) } });
  rememberPlace(CODE, { token: 't', participantId: 'p-1', name: 'Grace', joinedAt: Date.now(), isUnread: true });
  await open();
  expect(await screen.findByRole('button', { name: 'Not me' })).toBeTruthy();
});

test.each([
  ['Maya', 'Your interviewer is Maya'],
  ['Analytical Engines', null],
])('names each side once on the card of %s', async (interviewer, text) => {
  serveApi({ [LINK]: { session: aPublicInterview({ interviewer_name: interviewer }) } });
  await open();
  expect(await screen.findByRole('heading', { name: 'Your coding interview with Analytical Engines' })).toBeTruthy();
  const lead = screen.getByText(/^Your interviewer is/);
  expect([lead.hidden, lead.textContent]).toEqual(text === null ? [true, 'Your interviewer is '] : [false, text]);
  expect(screen.getAllByText('Analytical Engines')).toHaveLength(1);
});

/** Sends the name on the card. Returns the function that lets the server answer. */
async function joinWithoutAnswer(): Promise<() => void> {
  serveApi({ [LINK]: { session: aPublicInterview({}) }, [JOIN]: joined });
  await open();
  await userEvent.type(await screen.findByLabelText('Your Name'), 'Ada');
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', () => promise.then(() => new Response(JSON.stringify(joined))));
  await userEvent.click(screen.getByRole('button', { name: 'Join Code Share' }));
  return resolve;
}

test('shows "Joining..." and disables the button while joining', async () => {
  const answer = await joinWithoutAnswer();
  expect(screen.getByRole('button', { name: 'Joining...' }).hasAttribute('disabled')).toBe(true);
  answer();
  expect(await screen.findByText('Ada is in as p-1')).toBeTruthy();
});

test('enters no room for a visitor who leaves while joining', async () => {
  const answer = await joinWithoutAnswer();
  cleanup();
  answer();
  await vi.waitFor(() => expect(localStorage.getItem(`candidate:${CODE}`)).not.toBeNull());
  await new Promise((done) => setTimeout(done));
  expect(enterAhead).not.toHaveBeenCalled();
});

test('shows a failed join, which can be repeated', async () => {
  serveApi({ [LINK]: { session: aPublicInterview({}) }, [JOIN]: { status: 500, body: {} } });
  await open();
  await userEvent.type(await screen.findByLabelText('Your Name'), 'Ada');
  await userEvent.click(screen.getByRole('button', { name: 'Join Code Share' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to join session. Please try again.');
  expect(screen.getByRole('button', { name: 'Join Code Share' }).hasAttribute('disabled')).toBe(false);
});

test('shows the end if the interview ended while the card was open', async () => {
  let isOver = false;
  serveApi({
    [LINK]: () => ({ status: 200, body: { session: aPublicInterview(isOver ? { status: 'completed' } : {}) } }),
    [JOIN]: { status: 409, body: { message: 'This session has ended.', code: 'ended' } },
  });
  await open();
  await userEvent.type(await screen.findByLabelText('Your Name'), 'Ada');
  isOver = true;
  await userEvent.click(screen.getByRole('button', { name: 'Join Code Share' }));
  expect(await screen.findByRole('alertdialog', { name: 'Session Ended' })).toBeTruthy();
});

test('shows that the room is locked, and joins once it is not', async () => {
  const message = 'The room is locked. Ask your interviewer.';
  let isLocked = true;
  serveApi({
    [LINK]: { session: aPublicInterview({}) },
    [JOIN]: () => (isLocked ? { status: 409, body: { message, code: 'conflict' } } : { status: 200, body: joined }),
  });
  await open();
  await userEvent.type(await screen.findByLabelText('Your Name'), 'Ada');
  await userEvent.click(screen.getByRole('button', { name: 'Join Code Share' }));
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  isLocked = false;
  await userEvent.click(screen.getByRole('button', { name: 'Join Code Share' }));
  expect(await screen.findByText('Ada is in as p-1')).toBeTruthy();
});

test('shows that a link does not exist', async () => {
  serveApi({});
  await open();
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Code share session not found. Please check the link.',
  );
});

test.each(UNREACHABLE)('opens a link after %s once the server replies', async (_what, answer) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('fetch', answer);
  await open();
  expect(await screen.findByRole('heading', { name: 'We can’t reach the server' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('We keep trying. Keep this page open');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(screen.getByRole('heading', { name: 'We can’t reach the server' })).toBeTruthy();
  expect(screen.queryByText(/not found/)).toBeNull();
  serveApi({ [LINK]: { session: aPublicInterview({}) } });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await screen.findByLabelText('Your Name')).toBeTruthy();
});

test('retries a link without a reply, and opens it later', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const asked: AbortSignal[] = [];
  const neverAnswer = (_url: string, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => {
      if (!signal) throw new Error('A request needs a deadline');
      asked.push(signal);
      signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });
  vi.stubGlobal('fetch', neverAnswer);
  await open();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await screen.findByRole('heading', { name: 'We can’t reach the server' })).toBeTruthy();
  await vi.advanceTimersByTimeAsync(21_000);
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, false]);
  serveApi({ [LINK]: { session: aPublicInterview({}) } });
  await vi.advanceTimersByTimeAsync(25_000);
  expect(await screen.findByLabelText('Your Name')).toBeTruthy();
});

test.each([
  [404, { message: 'Session not found', code: 'not_found' }, 'Code share session not found. Please check the link.'],
  [500, {}, 'Something went wrong on our side. Your link is fine.'],
  [503, { message: 'Back in a minute.', code: 'unavailable' }, 'Back in a minute.'],
])('answers a link with %i and %o by "%s"', async (status, body, text) => {
  serveApi({ [LINK]: { status, body } });
  await open();
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

test('leads from an ended interview to the main page', async () => {
  serveApi({ [LINK]: { session: aPublicInterview({ status: 'completed' }) } });
  const { history } = await open();
  const dialog = await screen.findByRole('alertdialog', { name: 'Session Ended' });
  expect(dialog.textContent).toContain('This session has ended. You will be redirected to the main page.');
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(history.location.pathname).toBe('/');
});

test.each([
  ['leaves the dialog of an ended interview by itself', false, 'OK', '/'],
  ['offers the receipt first where this device was in the interview, and stays', true, STAY, '/codeshare/here'],
])('%s', async (_, wasHere, focused, leadsTo) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serveApi({ [LINK]: { session: aPublicInterview({ status: 'completed' }) } });
  if (wasHere) rememberPlace(CODE, { token: 'token', participantId: 'p-1', name: 'Ada', joinedAt: Date.now() });
  const { history } = await open();
  act(() => history.push('/codeshare/here'));
  await screen.findByRole('alertdialog', { name: 'Session Ended' });
  expect(document.activeElement?.textContent).toBe(focused);
  expect(screen.queryByText('This page stays open until you press OK.') !== null).toBe(wasHere);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(history.location.pathname).toBe('/codeshare/here');
  await vi.advanceTimersByTimeAsync(35_000);
  expect(history.location.pathname).toBe(leadsTo);
});

const RECEIPT = `GET /api/public/session/${CODE}/receipt`;
const theReceipt = { receipt: aReceiptFile({}), code: 'print(1)', language: 'python', asides: [] };

/** Opens the link of an ended interview as its candidate, and closes the dialog over the page. */
async function stayAfterTheEnd(receipt: object) {
  rememberPlace(CODE, { token: 'token', participantId: 'p-1', name: 'Ada', joinedAt: Date.now() });
  serveApi({ [LINK]: { session: aPublicInterview({ status: 'completed' }) }, [RECEIPT]: receipt });
  const { history } = await open();
  await userEvent.click(await screen.findByRole('button', { name: STAY }));
  return history;
}

test('has code, receipt and contact on the page behind the dialog of the end', async () => {
  const history = await stayAfterTheEnd(theReceipt);
  expect(document.activeElement).toBe(screen.getByRole('main'));
  const title = 'Your coding interview with Analytical Engines has ended';
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByText(/^Thank you, /).textContent).toBe('Thank you, Ada. Save your code and receipt.');
  await screen.findByRole('button', { name: 'Download code' });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Download code',
    'Download receipt',
    'Copy code',
    'Done',
  ]);
  expect(screen.getByText('Contact').nextElementSibling?.textContent).toBe(
    'Maya, Analytical Engines, maya@example.com',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await vi.waitFor(() => expect(history.location.pathname).toBe('/'));
  expect(localStorage.getItem(`candidate:${CODE}`)).toBeNull();
});

test('leads on from an ended interview whose receipt does not load, or loads it again', async () => {
  let reply: object = { status: 503, body: { code: 'unavailable', message: 'Back in a minute.' } };
  const history = await stayAfterTheEnd(() => reply);
  expect((await screen.findByRole('alert')).textContent).toContain('Back in a minute.');
  reply = theReceipt;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Download code' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await vi.waitFor(() => expect(history.location.pathname).toBe('/'));
});

test.each(['waiting', 'removed'])('offers no receipt to a candidate who has none (%s)', async (code) => {
  rememberPlace(CODE, { token: 'token', participantId: 'p-1', name: 'Ada', joinedAt: Date.now() });
  const refusal = { status: 403, body: { code, message: 'Please wait until your interviewer lets you in.' } };
  serveApi({ [LINK]: { session: aPublicInterview({ status: 'completed' }) }, [RECEIPT]: refusal });
  await open();
  expect(await screen.findByText('Thank you for your time.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: STAY })).toBeNull();
  expect(screen.queryByText(/Please wait/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again', hidden: true })).toBeNull();
  expect(screen.getByRole('button', { name: 'OK' })).toBeTruthy();
});

test.each([
  ['completed', 'has ended', 'Kept: the code, each edit, and runs, for 90 days.'],
  ['cancelled', 'was cancelled', 'If it is in your calendar, you can remove it there.'],
] as const)('tells a stranger on the page of a %s interview whose it was', async (status, end, text) => {
  serveApi({ [LINK]: { session: aPublicInterview({ status, retention_days: 90 }) } });
  await open();
  await screen.findByRole('alertdialog');
  const title = screen.getByRole('heading', { level: 1, hidden: true });
  expect(title.textContent).toBe(`Your coding interview with Analytical Engines ${end}`);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByText('Add to calendar')).toBeNull();
  expect(screen.getAllByRole('button', { hidden: true }).map(({ textContent }) => textContent)).toEqual(['OK']);
});

test('waits for the start and joins, even after failed polls', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const waiting = aPublicInterview({ status: 'scheduled', scheduled_at: '2031-05-06T07:30:00.000Z' });
  let answer: object = { session: waiting };
  const calls = serveApi({ [LINK]: () => answer });
  await open();
  expect((await screen.findByRole('status')).textContent).toBe('Your interview with Maya has not started yet.');
  expect(screen.getByRole('heading', { name: 'Your coding interview with Analytical Engines' })).toBeTruthy();
  expect(screen.getByText(/^Tuesday, May 6, 2031 · \d+:30 [AP]M$/)).toBeTruthy();
  const calendar = screen.getByRole('link', { name: 'Add to calendar' });
  expect(calendar.getAttribute('href')).toBe(`/api/public/session/${CODE}/calendar`);
  answer = { status: 503, body: {} };
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
  answer = { session: aPublicInterview({}) };
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await screen.findByLabelText('Your Name')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls).toHaveLength(3);
});

test('offers the calendar, the editor and the call side by side, and the distance of the start', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2031-05-05T09:00:00.000Z') });
  const planned = { scheduled_at: '2031-05-06T07:30:00.000Z', call_link: 'https://meet.example/abc' };
  serveApi({ [LINK]: { session: aPublicInterview({ status: 'scheduled', ...planned }) } });
  await open();
  const calendar = await screen.findByRole('link', { name: 'Add to calendar' });
  const ways = [...(calendar.parentElement?.children ?? [])];
  expect(ways.map(({ textContent }) => textContent)).toEqual(['Add to calendar', 'Try the editor', 'Join the call']);
  expect(new Set(ways.map((way) => (way as HTMLElement).dataset['look']))).toEqual(new Set(['secondary']));
  expect(ways.at(-1)?.getAttribute('aria-label')).toBe('Join the call at meet.example');
  expect(screen.getByText(/ min/).textContent).toBe('in 22 hours · 60 min · call at meet.example');
  vi.setSystemTime(new Date('2031-05-05T11:00:00.000Z'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(screen.getByText(/ min/).textContent).toMatch(/^in 20 hours/);
  // The way out comes last.
  expect(screen.getAllByRole('button').at(-1)?.textContent).toBe('Can’t make it?');
  expect(screen.getByRole('main').lastElementChild?.textContent).toBe('Can’t make it?');
});

test('tells the company that the time does not work, once it arrived', async () => {
  const planned = { status: 'scheduled', scheduled_at: '2031-05-06T07:30:00.000Z' } as const;
  let session = aPublicInterview(planned);
  const answers: object[] = [{ status: 503, body: { code: 'unavailable', message: 'Back in a minute.' } }];
  const calls = serveApi({
    [LINK]: () => ({ session }),
    [`POST /api/public/session/${CODE}/decline`]: () => {
      const failure = answers.shift();
      if (failure) return failure;
      session = aPublicInterview({ ...planned, declined_at: '2031-05-01T07:30:00.000Z' });
      return { session };
    },
  });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Can’t make it?' }));
  await fill(screen.getByLabelText('When could you?'), ' Next week ');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Back in a minute.');
  expect(screen.getByLabelText('When could you?')).toHaveProperty('value', ' Next week ');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/^Analytical Engines knows that you can’t make it/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Can’t make it?' })).toBeNull();
  expect(calls.filter(({ call }) => call.endsWith('decline')).map(({ body }) => body)).toEqual([
    { note: 'Next week' },
    { note: 'Next week' },
  ]);
});

test('names a company once that waits for its own interview', async () => {
  serveApi({ [LINK]: { session: aPublicInterview({ status: 'scheduled', interviewer_name: 'Analytical Engines' }) } });
  await open();
  expect((await screen.findByRole('status')).textContent).toBe('Your interview has not started yet.');
  expect(screen.getAllByText(/Analytical Engines/)).toHaveLength(1);
});

test('shows a waiting candidate that the session was cancelled', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let session = aPublicInterview({ status: 'scheduled' });
  serveApi({ [LINK]: () => ({ session }) });
  const { history } = await open();
  await screen.findByRole('status');
  session = aPublicInterview({ status: 'cancelled' });
  await vi.advanceTimersByTimeAsync(5_000);
  const dialog = await screen.findByRole('alertdialog', { name: 'Session Cancelled' });
  expect(dialog.textContent).toContain('The interviewer has cancelled this session.');
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(history.location.pathname).toBe('/');
});

test('shows a waiting candidate that a deleted session does not exist', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let answer: object = { session: aPublicInterview({ status: 'scheduled' }) };
  serveApi({ [LINK]: () => answer });
  await open();
  await screen.findByRole('status');
  answer = { status: 404, body: { message: 'Gone', code: 'not_found' } };
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await screen.findByRole('alert')).textContent).toBe('Code share session not found. Please check the link.');
});

test.each(['active', 'scheduled'] as const)(
  'shows shared and stored data on the link of a %s interview',
  async (status) => {
    serveApi({ [LINK]: { session: aPublicInterview({ status, retention_days: 90 }) } });
    await open();
    expect(await screen.findByText(/^Shared: your name and what you type/)).toBeTruthy();
    const recorded = screen.getByText(/^Recorded: the code, each edit, runs, and who joins or leaves/);
    expect(recorded.textContent).toContain('for 90 days.');
  },
);

test('offers the company’s interviewer the editor or joining as candidate', async () => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  serveApi({
    'GET /api/user': { company: aCompany },
    [LINK]: { session: aPublicInterview({}) },
    [`GET /api/interview-sessions/room/${CODE}`]: { session: anInterview({}) },
  });
  await open();
  expect(await screen.findByRole('button', { name: 'Join as interviewer' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Join as candidate' }));
  expect(screen.getByLabelText('Your Name')).toBeTruthy();
});

test('ignores a stale sign-in on the candidate’s device', async () => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  const refused = { status: 401, body: { message: 'Please sign in.', code: 'unauthenticated' } };
  serveApi({
    'GET /api/user': { company: aCompany },
    [LINK]: { session: aPublicInterview({}) },
    [`GET /api/interview-sessions/room/${CODE}`]: refused,
  });
  await open();
  expect(await screen.findByLabelText('Your Name')).toBeTruthy();
  expect(localStorage.getItem('token')).toBe('account-token');
});

test('cannot be kept while the decline is sent', async () => {
  serveApi({
    [LINK]: { session: aPublicInterview({ status: 'scheduled', scheduled_at: '2031-05-06T07:30:00.000Z' }) },
    [`POST /api/public/session/${CODE}/decline`]: {
      status: 503,
      body: { message: 'Back in a minute.', code: 'unavailable' },
    },
  });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Can’t make it?' }));
  const answer = stallApi('POST');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await userEvent.click(screen.getByRole('button', { name: 'Keep the interview' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Can’t make it?' })).toBeTruthy();
  answer();
  expect((await screen.findByRole('alert')).textContent).toBe('Back in a minute.');
});
