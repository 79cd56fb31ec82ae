import { HIDDEN_ROOM_CODE } from '@cip/contracts/accounts/roles';
import type { Interview } from '@cip/contracts/interviews/interviews';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { aCompany, anInterview, aPlan } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { formatDateTime } from '../../shared/format.ts';
import { SMALL_SCREEN } from '../../shared/ui/theme/breakpoints.ts';
import { coordinatorAccount, signInAsCoordinator } from '../../testing/coordinator.ts';
import { goOffline } from '../../testing/go-offline.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { InterviewsScreen } from './InterviewsScreen.tsx';
import type { ReviewParts } from './review/review-parts.ts';
import { fill } from '../../testing/fill.ts';

const rows = [
  anInterview({ id: 'id-1', candidate_name: 'Ada Lovelace', status: 'active' }),
  anInterview({
    id: 'id-2',
    candidate_name: null,
    candidate_email: 'Grace@Navy.example',
    status: 'completed',
    ended_at: '2026-11-20T10:05:00.000Z',
  }),
  anInterview({
    id: 'id-3',
    candidate_name: 'Jonas',
    status: 'scheduled',
    scheduled_at: '2026-12-01T10:00:00.000Z',
    started_at: null,
  }),
  anInterview({ id: 'id-4', candidate_name: 'Lin', status: 'cancelled', started_at: null }),
];
const page = (data: typeof rows, last = 1) => ({ data, current_page: 1, last_page: last, total: data.length });

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const plannedIn = (hours: number) =>
  anInterview({
    id: 'id-3',
    candidate_name: 'Jonas',
    status: 'scheduled',
    scheduled_at: inHours(hours),
    started_at: null,
  });

const parts: ReviewParts = {
  CodeView: ({ code }) => code,
  LanguageName: () => null,
  Notes: () => null,
  CardState: () => null,
  OpenCards: () => null,
};

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function show(
  answers: Parameters<typeof serveApi>[0],
  { wide = true, isPhone = false, OpenCards = parts.OpenCards } = {},
) {
  const calls = serveApi(answers);
  const onPage = vi.fn<(page: number) => void>();
  const screen = <InterviewsScreen page={1} onPage={onPage} parts={{ ...parts, OpenCards }} />;
  const { history } = await renderScreen(screen, { matches: (media) => (media === SMALL_SCREEN ? isPhone : wide) });
  return { calls, history, onPage };
}

const rowOf = async (text: string) => {
  const cell = await screen.findByText(text);
  return within(cell.closest('tr') ?? cell);
};

const menuOf = async (text: string) => {
  await userEvent.click((await rowOf(text)).getByRole('button', { name: /^Actions/ }));
  return screen.getAllByRole('menuitem').map((item) => item.textContent);
};

test('shows the candidate, the duration and the status in a row', async () => {
  await show({ 'GET /api/interview-sessions?page=1': page(rows) });
  const grace = await rowOf('Grace@Navy.example');
  expect(grace.getByText('N/A')).toBeTruthy();
  expect(grace.getByText('COMPLETED')).toBeTruthy();
  expect(grace.getByText('1h 5m')).toBeTruthy();
  expect((await rowOf('Ada Lovelace')).getByText('No email')).toBeTruthy();
  expect((await rowOf('Jonas')).getByText(/^Dec 1, 2026, /)).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
});

test('shows the distance of a start over its date, and of a cancelled session only the date', async () => {
  const jonas = plannedIn(3.5);
  const off = { ...jonas, id: 'id-5', candidate_name: 'Lin', status: 'cancelled' } as const;
  await show({ 'GET /api/interview-sessions?page=1': page([jonas, off]) });
  const date = formatDateTime(off.scheduled_at);
  expect((await rowOf('Jonas')).getByText(date).parentElement?.textContent).toBe(`In 3 hours ${date}`);
  expect((await rowOf('Lin')).getByText(date).parentElement?.tagName).toBe('TD');
});

test('leaves out columns that would be empty', async () => {
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const own = { interviewer: { name: aCompany.name }, room_code: HIDDEN_ROOM_CODE };
  let list = page([anInterview(own), anInterview({ id: 'id-2', status: 'completed' })]);
  await show({ 'GET /api/interview-sessions?page=1': () => list });
  await screen.findByRole('table');
  expect(heads()).toEqual(['Candidate', 'Room Code', 'Status', 'Started At', 'Duration', 'Interviewer', 'Actions']);
  expect(screen.queryByText(aCompany.name)).toBeNull();
  document.body.replaceChildren();
  list = page([anInterview(own)]);
  await show({ 'GET /api/interview-sessions?page=1': () => list });
  await screen.findByRole('table');
  expect(heads()).toEqual(['Candidate', 'Status', 'Started At', 'Duration', 'Actions']);
});

test('shows a session on a phone in two lines', async () => {
  const jonas = { ...plannedIn(3.5), candidate_email: 'jonas@example.com', declined_at: inHours(-1) };
  const grace = {
    ...rows[1],
    started_at: inHours(-3.5),
    ended_at: new Date(Date.parse(inHours(-3.5)) + 65 * 60_000).toISOString(),
  } as Interview;
  const list = page([grace, jonas, anInterview({ id: 'id-4', status: 'cancelled', started_at: null })]);
  await show({ 'GET /api/interview-sessions?page=1': list }, { wide: false });
  await screen.findByText('Jonas');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'JonasSCHEDULEDCan’t make itIn 3 hours',
    'Grace@Navy.exampleCOMPLETED3 hours ago · 1h 5m',
    'Ada LovelaceCANCELLED',
  ]);
});

test('searches names and emails in any case', async () => {
  await show({ 'GET /api/interview-sessions?page=1': page(rows) });
  await fill(await screen.findByRole('searchbox'), 'gRACE@');
  expect(screen.getByText('Grace@Navy.example')).toBeTruthy();
  expect(screen.queryByText('Ada Lovelace')).toBeNull();
  await fill(screen.getByRole('searchbox'), 'nobody');
  expect(await screen.findByText('No sessions found')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Start New Session' })).toBeNull();
});

test.each(['amel', 'AMÉLIE', "o'neill"])('finds Amélie O’Neill by %s', async (text) => {
  const amelie = anInterview({ candidate_name: 'Amélie O’Neill', status: 'completed' });
  await show({ 'GET /api/interview-sessions?page=1': page([...rows, amelie]) });
  await userEvent.type(await screen.findByRole('searchbox'), text);
  expect(screen.getByText('Amélie O’Neill')).toBeTruthy();
  expect(screen.queryByText('Ada Lovelace')).toBeNull();
});

test('offers a new session if the list is empty', async () => {
  const { history } = await show({ 'GET /api/interview-sessions?page=1': page([]) });
  await userEvent.click(await screen.findByRole('button', { name: 'Start New Session' }));
  expect(history.location.pathname).toBe('/editor');
});

test("offers actions by the status in a row's menu", async () => {
  await show({ 'GET /api/interview-sessions?page=1': page(rows) });
  expect(await menuOf('Ada Lovelace')).toEqual(['View Details', 'Join Session', 'Scorecards', 'Delete']);
  await userEvent.keyboard('{Escape}');
  expect(await menuOf('Jonas')).toEqual(['View Details', 'Start Session', 'Cancel session', 'Delete']);
  await userEvent.keyboard('{Escape}');
  expect(await menuOf('Grace@Navy.example')).toEqual(['View Details', 'Playback', 'Scorecards', 'Delete']);
  await userEvent.keyboard('{Escape}');
  expect(await menuOf('Lin')).toEqual(['View Details', 'Delete']);
});

test('shows in the list that a candidate waits', async () => {
  const waiting = [{ interview_id: 'id-1', room_code: 'private-room-abc123def', waiting: [], waiting_count: 2 }];
  await show({
    'GET /api/interview-sessions?page=1': page(rows),
    'GET /api/interview-sessions/waiting': { data: waiting },
  });
  expect(await (await rowOf('Ada Lovelace')).findByText('2 candidates are waiting')).toBeTruthy();
  expect((await rowOf('Jonas')).queryByText(/wait/)).toBeNull();
});

test('offers playback only while the plan includes it', async () => {
  localStorage.setItem('token', 'account-token');
  const company = { ...aCompany, plan: aPlan({ name: 'Starter', recording_enabled: false }) };
  localStorage.setItem('company', JSON.stringify(company));
  const ended = (name: string, days: number) =>
    anInterview({
      id: `id-${name}`,
      room_code: `private-room-${name}`,
      candidate_name: name,
      status: 'completed',
      ended_at: new Date(Date.now() - days * 24 * 3_600_000).toISOString(),
    });
  const list = page([ended('Recent', 29), ended('Older', 31)]);
  await show({ 'GET /api/user': { company }, 'GET /api/interview-sessions?page=1': list });
  expect(await menuOf('Recent')).toEqual(['View Details', 'Playback', 'Scorecards', 'Delete']);
  await userEvent.keyboard('{Escape}');
  expect(await menuOf('Older')).toEqual(['View Details', 'Scorecards', 'Delete']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'View Details' }));
  const details = within(await screen.findByRole('dialog', { name: 'Session details' }));
  expect(details.getByText(/^The Starter plan plays a session back for 30 days after its end\./)).toBeTruthy();
  expect(details.getByRole('link', { name: 'View plans' })).toBeTruthy();
  expect(details.queryByRole('link', { name: 'Playback' })).toBeNull();
});

const START = 'POST /api/interview-sessions/id-3/start';
const startJonas = async () => {
  await menuOf('Jonas');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Start Session' }));
};

test.each([
  ['soon', 0.9],
  ['late', -5],
])('starts a session that is planned %s, and opens its room', async (_when, hours) => {
  const { calls, history } = await show({
    'GET /api/interview-sessions?page=1': page([plannedIn(hours)]),
    [START]: { session: anInterview({ id: 'id-3' }) },
  });
  await startJonas();
  await waitFor(() => expect(history.location.href).toBe('/editor?room=private-room-abc123def'));
  expect(calls.filter(({ call }) => call === START)).toHaveLength(1);
});

test('confirms a start more than an hour before the planned time', async () => {
  const jonas = plannedIn(30);
  const { calls, history } = await show({
    'GET /api/interview-sessions?page=1': page([jonas]),
    [START]: { session: anInterview({ id: 'id-3' }) },
  });
  const ask = async () => {
    await startJonas();
    return screen.findByRole('alertdialog', { name: 'Start this session now?' });
  };
  const question = await ask();
  expect(question.textContent).toContain(
    `The session with Jonas is scheduled for ${formatDateTime(jonas.scheduled_at)}.`,
  );
  await userEvent.click(within(question).getByRole('button', { name: 'Not yet' }));
  expect(calls.map(({ call }) => call)).not.toContain(START);
  await userEvent.click(within(await ask()).getByRole('button', { name: 'Start session' }));
  await waitFor(() => expect(history.location.href).toBe('/editor?room=private-room-abc123def'));
  expect(calls.filter(({ call }) => call === START)).toHaveLength(1);
});

test('shows why a session did not start, and stays on the list', async () => {
  const { history } = await show({
    'GET /api/interview-sessions?page=1': page([plannedIn(0.5)]),
    [START]: { status: 500, body: {} },
  });
  await startJonas();
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to start session');
  expect(history.location.href).toBe('/');
});

test('links the details in a row, and the room of an active one', async () => {
  await show({ 'GET /api/interview-sessions?page=1': page(rows) });
  const ada = await rowOf('Ada Lovelace');
  expect(ada.getByRole('link', { name: 'Ada Lovelace' }).getAttribute('href')).toBe(
    '/sessions?session=private-room-abc123def',
  );
  expect(ada.getByRole('link', { name: 'Join the session with Ada Lovelace' }).getAttribute('href')).toBe(
    '/editor?room=private-room-abc123def',
  );
  expect((await rowOf('Jonas')).queryByRole('link', { name: /^Join/ })).toBeNull();
});

test('lists the live session first, then the next one, then past ones', async () => {
  await show({ 'GET /api/interview-sessions?page=1': page(rows.toReversed()) });
  await screen.findByText('Ada Lovelace');
  expect(screen.getAllByRole('row').map((row) => row.querySelector('a')?.textContent)).toEqual([
    undefined,
    'Ada Lovelace',
    'Jonas',
    'N/A',
    'Lin',
  ]);
});

test('leads back to a running session that the page does not list', async () => {
  await show({
    'GET /api/interview-sessions?page=1': page(rows.slice(1)),
    'GET /api/interview-sessions?status=active': page(rows.slice(0, 1)),
  });
  await screen.findByText(/^An interview with Ada Lovelace has been running since/);
  expect(screen.getByRole('link', { name: 'Rejoin' }).getAttribute('href')).toBe('/editor?room=private-room-abc123def');
});

test('requests only the sessions of the status filter', async () => {
  const { history } = await show({
    'GET /api/interview-sessions?page=1': page(rows),
    'GET /api/interview-sessions?page=1&status=cancelled': page([]),
  });
  await userEvent.click(await screen.findByRole('link', { name: 'Cancelled' }));
  expect(await screen.findByText('No session has this status.')).toBeTruthy();
  expect(history.location.href).toBe('/sessions?status=cancelled');
});

test('shows no other list without a network if one is not cached', async () => {
  await show({ 'GET /api/interview-sessions?page=1': page(rows, 2) });
  await screen.findByText('Ada Lovelace');
  goOffline();
  await userEvent.click(screen.getByRole('link', { name: 'Completed' }));
  expect(await screen.findByText(/^Not available offline/)).toBeTruthy();
  expect(screen.queryByText('Ada Lovelace')).toBeNull();
  expect(screen.queryByText('No session has this status.')).toBeNull();
  // The way back to a page that is cached.
  expect(screen.getByRole('navigation', { name: 'Pages' })).toBeTruthy();
});

test('opens the details of a session that the page does not list', async () => {
  const other = anInterview({ id: 'id-9', room_code: 'private-room-other0000', candidate_name: 'Grace' });
  const { history } = await show({
    'GET /api/interview-sessions?page=1': page(rows),
    'GET /api/interview-sessions/room/private-room-other0000': { session: { ...other, code_editor_data: [] } },
  });
  history.push('/?session=private-room-other0000');
  const details = within(await screen.findByRole('dialog', { name: 'Session details' }));
  expect(details.getByText('Grace')).toBeTruthy();
  await userEvent.click(details.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(history.location.href).toBe('/'));
});

test('closes by Back the details that the list opened', async () => {
  const { history } = await show({ 'GET /api/interview-sessions?page=1': page(rows) });
  await menuOf('Ada Lovelace');
  await userEvent.click(screen.getByRole('menuitem', { name: 'View Details' }));
  await screen.findByRole('dialog', { name: 'Session details' });
  expect(history.location.href).toBe('/?session=private-room-abc123def');
  history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(history.location.href).toBe('/');
});

test('cancels a planned session from its menu, after a confirmation', async () => {
  const CANCEL = 'POST /api/interview-sessions/id-3/cancel';
  const { calls, history } = await show({
    'GET /api/interview-sessions?page=1': page(rows),
    [CANCEL]: { session: anInterview({ id: 'id-3', status: 'cancelled' }) },
  });
  await menuOf('Jonas');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Cancel session' }));
  const question = await screen.findByRole('alertdialog', { name: 'Cancel this session?' });
  expect(question.textContent).toContain('The session with Jonas won’t take place.');
  expect(calls.map(({ call }) => call)).not.toContain(CANCEL);
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel session' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls.filter(({ call }) => call === CANCEL)).toHaveLength(1);
  expect(history.location.href).toBe('/');
});

test('opens for a coordinator the details of a session that the page does not list, or says that there is none', async () => {
  signInAsCoordinator();
  const other = anInterview({ id: 'id-9', room_code: HIDDEN_ROOM_CODE, candidate_name: 'Grace' });
  const { history } = await show({
    'GET /api/user': coordinatorAccount,
    'GET /api/interview-sessions?page=1': page(rows),
    'GET /api/interview-sessions?key=id-9': page([other]),
    'GET /api/interview-sessions?key=id-8': page([]),
  });
  history.push('/?session=id-9');
  const details = within(await screen.findByRole('dialog', { name: 'Session details' }));
  expect(details.getByText('Grace')).toBeTruthy();
  await userEvent.click(details.getByRole('button', { name: 'Close' }));
  history.push('/?session=id-8');
  expect(await screen.findByText('This session doesn’t exist, or it was deleted.')).toBeTruthy();
});

test('lets a coordinator only cancel a planned session from its menu', async () => {
  signInAsCoordinator();
  await show({
    'GET /api/user': coordinatorAccount,
    'GET /api/interview-sessions?page=1': page(rows),
  });
  expect(await menuOf('Jonas')).toEqual(['View Details', 'Cancel session']);
  await userEvent.keyboard('{Escape}');
  expect(await menuOf('Ada Lovelace')).toEqual(['View Details']);
});

test('joins an active session in the editor', async () => {
  const { history } = await show({ 'GET /api/interview-sessions?page=1': page(rows) });
  await menuOf('Ada Lovelace');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Join Session' }));
  expect(history.location.href).toBe('/editor?room=private-room-abc123def');
});

test('confirms the deletion of a session, and shows a failure', async () => {
  const { calls } = await show({
    'GET /api/interview-sessions?page=1': page(rows),
    'DELETE /api/interview-sessions/id-1': { status: 500, body: {} },
  });
  await menuOf('Ada Lovelace');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(calls.map(({ call }) => call)).not.toContain('DELETE /api/interview-sessions/id-1');
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to delete session');
});

test('requests the scorecards to write again after a deletion', async () => {
  const read = vi.fn<() => Promise<object>>(() => Promise.resolve({}));
  const OpenCards = () => (useQuery({ queryKey: ['scorecards', 'open'], queryFn: read }), null);
  await show(
    { 'GET /api/interview-sessions?page=1': page(rows), 'DELETE /api/interview-sessions/id-1': { message: 'Deleted' } },
    { OpenCards },
  );
  await menuOf('Ada Lovelace');
  expect(read).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(read).toHaveBeenCalledTimes(2);
});

test('warns before a running session is deleted who leads it', async () => {
  await show({ 'GET /api/interview-sessions?page=1': page(rows) });
  await menuOf('Ada Lovelace');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete this running session?' });
  for (const text of [
    'Ada Lovelace',
    'private-room-abc123def',
    'Maya is running it',
    'everyone in the room is disconnected',
  ])
    expect(question.textContent).toContain(text);
});

test('shows 500 characters of the code, and all after a click', async () => {
  const code = `${'x'.repeat(500)}the end`;
  const data = { language: 'sql', code_content: code, last_updated_at: '2026-11-20T10:00:00.000Z' };
  await show({
    'GET /api/interview-sessions?page=1': page(rows),
    'GET /api/code-editor-data/session/id-1': { data },
  });
  await menuOf('Ada Lovelace');
  await userEvent.click(screen.getByRole('menuitem', { name: 'View Details' }));
  const details = within(await screen.findByRole('dialog'));
  expect(await details.findByText(`${'x'.repeat(500)}...`)).toBeTruthy();
  expect(details.getByText(`${window.location.origin}/codeshare/private-room-abc123def`)).toBeTruthy();
  // A click on the candidate's link would join as the candidate.
  expect(details.queryByRole('link', { name: /codeshare/ })).toBeNull();
  await userEvent.click(details.getByRole('button', { name: 'View Full Code' }));
  expect(details.getByText(code)).toBeTruthy();
});

test('shows several files as a list on a phone', async () => {
  const files = [
    { name: 'main.py', content: 'import util' },
    { name: 'lib/util.py', content: 'y = 1' },
  ];
  const data = { language: 'python', code_content: 'import util', last_updated_at: '2026-11-20T10:00:00.000Z', files };
  await show(
    {
      'GET /api/interview-sessions?page=1': page(rows),
      'GET /api/code-editor-data/session/id-1': { data },
    },
    { isPhone: true },
  );
  await menuOf('Ada Lovelace');
  await userEvent.click(screen.getByRole('menuitem', { name: 'View Details' }));
  const details = within(await screen.findByRole('dialog'));
  const list = within(await details.findByRole('list', { name: 'Files' }));
  await userEvent.click(list.getByRole('button', { name: 'lib/util.py' }));
  expect(list.getByRole('button', { name: 'lib/util.py' }).getAttribute('aria-current')).toBe('true');
  expect(details.getByRole('region', { name: 'Code preview' }).textContent).toBe('y = 1');
});

test('shows several files as tabs, copies the chosen one and downloads all', async () => {
  const files = [
    { name: 'main.py', content: 'import util' },
    { name: 'lib/util.py', content: `${'y'.repeat(500)}the end` },
  ];
  const data = { language: 'python', code_content: 'import util', last_updated_at: '2026-11-20T10:00:00.000Z', files };
  await show({
    'GET /api/interview-sessions?page=1': page(rows),
    'GET /api/code-editor-data/session/id-1': { data },
  });
  const user = userEvent.setup();
  await menuOf('Ada Lovelace');
  await user.click(screen.getByRole('menuitem', { name: 'View Details' }));
  const details = within(await screen.findByRole('dialog'));
  const tabs = within(await details.findByRole('tablist', { name: 'Files' })).getAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['main.py', 'lib/util.py']);
  expect(details.getByRole('region', { name: 'Code preview' }).textContent).toBe('import util');
  await user.click(tabs[1] as HTMLElement);
  expect(details.getByRole('region', { name: 'Code preview' }).textContent).toBe(`${'y'.repeat(500)}...`);
  await user.click(details.getByRole('button', { name: 'Copy file' }));
  expect(await navigator.clipboard.readText()).toBe(files[1]?.content);
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:files';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await user.click(details.getByRole('button', { name: 'Download all files' }));
  await waitFor(() => expect(saved).toEqual(['interview.zip']));
});

test('shows each code that was put aside, with its download', async () => {
  const data = { language: 'sql', code_content: 'select 2;', last_updated_at: '2026-11-20T10:00:00.000Z' };
  const about = { question_number: 2, at: '2026-11-20T09:30:00.000Z', participant_name: 'Ada' };
  const aside = { ...about, language: 'python', code: 'print(1)' };
  const files = [
    { name: 'main.py', content: 'print(1)' },
    { name: 'shop.py', content: 'x = 1' },
  ];
  const asides = [
    { ...aside, number: 1 },
    { ...aside, number: 2, files },
  ];
  await show({
    'GET /api/interview-sessions?page=1': page(rows),
    'GET /api/code-editor-data/session/id-1': { data, asides },
  });
  await menuOf('Ada Lovelace');
  await userEvent.click(screen.getByRole('menuitem', { name: 'View Details' }));
  const details = within(await screen.findByRole('dialog'));
  await userEvent.click(await details.findByText('Answer 1, put aside for question 2'));
  const [first, second] = details.getAllByRole('region', { name: /put aside for question 2$/ });
  expect(first?.textContent).toBe('print(1)');
  expect(details.getAllByRole('button', { name: 'Download code' })).toHaveLength(2);
  await userEvent.click(await details.findByText('Answer 2, put aside for question 2'));
  await userEvent.click(details.getByRole('tab', { name: 'shop.py' }));
  expect(second?.textContent).toBe('x = 1');
  expect(details.getAllByRole('button', { name: 'Download all files' })).toHaveLength(1);
});

test('shows the pager if there are two pages or more', async () => {
  const { onPage } = await show({ 'GET /api/interview-sessions?page=1': page(rows, 2) });
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  expect(onPage).toHaveBeenCalledWith(2);
});

test('shows that the list failed, and refetches it after a click', async () => {
  let answer: object = { status: 500, body: {} };
  await show({ 'GET /api/interview-sessions?page=1': () => answer });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load sessions');
  answer = page(rows);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Ada Lovelace')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows that code failed to load, and refetches it after a click', async () => {
  let answer: object = { status: 500, body: {} };
  await show({
    'GET /api/interview-sessions?page=1': page(rows),
    'GET /api/code-editor-data/session/id-1': () => answer,
  });
  await menuOf('Ada Lovelace');
  await userEvent.click(screen.getByRole('menuitem', { name: 'View Details' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the code');
  answer = { data: { language: 'sql', code_content: 'SELECT 1', last_updated_at: '2026-11-20T10:00:00.000Z' } };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('SELECT 1')).toBeTruthy();
});

describe.each([
  ['table', true],
  ['cards', false],
])('focus of the menu in the %s', (_name, wide) => {
  const menu = async () => screen.findByRole('button', { name: 'Actions for Ada Lovelace' });
  const choose = async (item: string) => {
    await userEvent.click(await menu());
    await userEvent.click(screen.getByRole('menuitem', { name: item }));
  };

  test.each([
    ['View Details', 'Close'],
    ['Delete', 'Cancel'],
  ])('gives the focus back to the menu after "%s", however it is closed', async (item, button) => {
    const code = { 'GET /api/code-editor-data/session/id-1': { status: 404, body: {} } };
    await show({ 'GET /api/interview-sessions?page=1': page(rows), ...code }, { wide });
    await choose(item);
    await userEvent.click(await screen.findByRole('button', { name: button }));
    await waitFor(async () => expect(document.activeElement).toBe(await menu()));
    await choose(item);
    await userEvent.keyboard('{Escape}');
    await waitFor(async () => expect(document.activeElement).toBe(await menu()));
  });
});
