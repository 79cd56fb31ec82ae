import type { Template } from '@cip/contracts/questions/templates';
import { fireEvent, screen, within, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { hasUnsaved } from '../../shared/device/unsaved.ts';
import { aCompany, anInterview } from '../../testing/examples.ts';
import { coordinatorAccount, signInAsCoordinator } from '../../testing/coordinator.ts';
import { serveApi, stallApi } from '../../testing/fake-api.ts';
import { descriptionOf } from '../../testing/description-of.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { toastStore } from '../../shared/ui/feedback/toast-store.ts';
import { InterviewsScreen } from './InterviewsScreen.tsx';
import { fill } from '../../testing/fill.ts';

const LIST = 'GET /api/interview-sessions?page=1';
const RUNNING = 'GET /api/interview-sessions?status=active';
const SCHEDULE = 'POST /api/interview-sessions';
const TEMPLATES = 'GET /api/interview-templates';
const COLLEAGUES = 'GET /api/interview-sessions/colleagues';
const empty = { data: [], current_page: 1, last_page: 1, total: 0 };

// Loads the lazy parts of the screen, because that takes longer than a test waits for it.
beforeAll(async () => {
  await import('./NewInterviewDialog.tsx');
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function openList(answers: Parameters<typeof serveApi>[0] = {}, headers: HeadersInit = {}) {
  const calls = serveApi({ [LIST]: empty, [TEMPLATES]: { data: [] }, [COLLEAGUES]: { data: [] }, ...answers }, headers);
  const { history } = await renderScreen(
    <InterviewsScreen
      page={1}
      onPage={() => {}}
      parts={{
        CodeView: ({ code }) => code,
        LanguageName: () => null,
        Notes: () => null,
        CardState: () => null,
        OpenCards: () => null,
      }}
    />,
  );
  return { calls, history };
}

async function openDialog(...answers: Parameters<typeof openList>) {
  const opened = await openList(...answers);
  await userEvent.click(await screen.findByRole('button', { name: 'New Session' }));
  return opened;
}

const chooseLater = async () => userEvent.click(await screen.findByRole('radio', { name: 'Schedule' }));
const press = () => userEvent.click(screen.getByRole('button', { name: 'Schedule session' }));
const setTime = (value: string) => fireEvent.change(screen.getByLabelText('Date and Time'), { target: { value } });

const aTemplate = (id: string, changes: Partial<Template>) => ({
  id,
  updated_at: '2027-01-01T00:00:00.000Z',
  name: id,
  questions: [],
  criteria: [],
  asks_before_admitting: false,
  typing_mode: 'enter',
  allows_runs: true,
  rule: null,
  ...changes,
});

test('says where templates come from while there is none', async () => {
  await openDialog();
  expect(await screen.findByText(/^No templates yet: make one under Questions/)).toBeTruthy();
  expect(screen.queryByLabelText('Template')).toBeNull();
});

test('starts a new session now', async () => {
  const { history } = await openDialog();
  expect(await screen.findByRole('radio', { name: 'Start now' })).toHaveProperty('checked', true);
  await userEvent.click(screen.getByRole('button', { name: 'Start session' }));
  expect(history.location.pathname).toBe('/editor');
});

test('begins from a template if the company has one', async () => {
  const templates = { data: [aTemplate('Backend', { id: 'template-1' })] };
  const { history, calls } = await openDialog({ [TEMPLATES]: templates, [SCHEDULE]: { status: 500, body: {} } });
  await userEvent.selectOptions(await screen.findByLabelText('Template'), 'Backend');
  await chooseLater();
  await userEvent.type(screen.getByLabelText('Candidate Name'), 'Ada');
  await press();
  expect(calls.find(({ call }) => call === SCHEDULE)?.body).toMatchObject({
    template_id: 'template-1',
    asks_before_admitting: true,
  });

  await userEvent.click(screen.getByRole('radio', { name: 'Start now' }));
  await userEvent.click(screen.getByRole('button', { name: 'Start session' }));
  expect(history.location.search).toBe('?template=template-1');
});

test('opens for scheduling with the template of the link', async () => {
  const rule = { tools: 'no_ai', note: null } as const;
  const data = [aTemplate('Backend', {}), aTemplate('Strict', { rule })];
  const { calls, history } = await openList({ [TEMPLATES]: { data }, [SCHEDULE]: { status: 500, body: {} } });
  const plan = async (state: object) => {
    history.push('/', state);
    return screen.findByRole('dialog', { name: 'New Session' });
  };
  await plan({ isPlanning: true });
  expect(screen.getByRole('radio', { name: 'Schedule' })).toHaveProperty('checked', true);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));

  await plan({ isPlanning: true, templateId: 'Strict' });
  expect(await screen.findByLabelText('Template')).toHaveProperty('value', 'Strict');
  expect(screen.getByRole('radio', { name: 'No AI' })).toHaveProperty('checked', true);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();

  await plan({ isPlanning: true, templateId: 'Strict' });
  await userEvent.type(screen.getByLabelText('Candidate Name'), 'Ada');
  await press();
  await screen.findByRole('alert');
  expect(calls.find(({ call }) => call === SCHEDULE)?.body).toMatchObject({ template_id: 'Strict' });
});

test('opens without a template that is deleted', async () => {
  const { history } = await openList({ [TEMPLATES]: { data: [aTemplate('Backend', {})] } });
  history.push('/', { isPlanning: true, templateId: 'gone' });
  expect(await screen.findByLabelText('Template')).toHaveProperty('value', '');
});

test('leaves the waiting room on if the template does not set it', async () => {
  await openDialog({ [TEMPLATES]: { data: [aTemplate('Backend', {})] } });
  await chooseLater();
  const asking = screen.getByRole('switch', { name: 'Ask before admitting' });
  for (const name of ['Backend', 'None', 'Backend']) {
    await userEvent.selectOptions(await screen.findByLabelText('Template'), name);
    expect(asking).toHaveProperty('checked', true);
  }
});

test('restores the former choices when a template is left, each time', async () => {
  const rule = { tools: 'no_ai', note: null } as const;
  const data = [aTemplate('Strict', { asks_before_admitting: true, rule }), aTemplate('Backend', {})];
  const { calls } = await openDialog({ [TEMPLATES]: { data }, [SCHEDULE]: { status: 500, body: {} } });
  await chooseLater();
  const asking = screen.getByRole('switch', { name: 'Ask before admitting' });
  await userEvent.click(asking);
  await userEvent.click(screen.getByRole('radio', { name: 'Any tools' }));
  for (const left of ['None', 'Backend']) {
    await userEvent.selectOptions(await screen.findByLabelText('Template'), 'Strict');
    expect(
      [asking, screen.getByRole('radio', { name: 'No AI' })].map((each) => (each as HTMLInputElement).checked),
    ).toEqual([true, true]);
    expect(descriptionOf(screen.getByLabelText('Template'))).toBe('With it: candidates wait · No AI');
    await userEvent.selectOptions(screen.getByLabelText('Template'), left);
    expect(asking).toHaveProperty('checked', false);
    expect(screen.getByRole('radio', { name: 'Any tools' })).toHaveProperty('checked', true);
  }
  await userEvent.selectOptions(screen.getByLabelText('Template'), 'Strict');
  await userEvent.click(asking);
  await userEvent.type(screen.getByLabelText('Candidate Name'), 'Ada');
  await press();
  await screen.findByRole('alert');
  const sent = calls.find(({ call }) => call === SCHEDULE)?.body;
  expect(sent).toMatchObject({ template_id: 'Strict', asks_before_admitting: false });
  expect(sent).not.toHaveProperty('rule');
});

test.each([
  ['a template', () => userEvent.selectOptions(screen.getByLabelText('Template'), 'Backend')],
  ['an interviewer', () => userEvent.click(screen.getByRole('checkbox', { name: 'Ole' }))],
  ['a rule', () => userEvent.click(screen.getByRole('radio', { name: 'No AI' }))],
  ['admission without a question', () => userEvent.click(screen.getByRole('switch', { name: 'Ask before admitting' }))],
])('confirms that it closes with %s chosen', async (_what, choose) => {
  const people = ['Ida', 'Ole'].map((name) => ({ id: `id-${name}`, name }));
  const templates = { data: [aTemplate('Backend', {})] };
  await openDialog({ [TEMPLATES]: templates, [COLLEAGUES]: { data: people } });
  await chooseLater();
  await screen.findByRole('checkbox', { name: 'Ole' });
  await screen.findByLabelText('Template');
  await choose();
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByRole('alertdialog', { name: 'Discard what you typed?' })).toBeTruthy();
});

test("schedules a session in the dialog's time zone, and shows its link", async () => {
  const session = anInterview({
    id: 'id-9',
    status: 'scheduled',
    scheduled_at: '2031-05-06T07:30:00.000Z',
    candidate_email: 'ada@example.com',
  });
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  const listed = { ...empty, data: [session] };
  let isScheduled = false;
  const { calls } = await openDialog({
    'GET /api/user': { company: aCompany },
    [LIST]: () => (isScheduled ? listed : empty),
    [SCHEDULE]: () => {
      isScheduled = true;
      return { status: 201, body: { session } };
    },
  });
  await chooseLater();
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');
  expect(descriptionOf(screen.getByLabelText('Date and Time'))).toContain(`Your time zone: ${zone}`);
  await fill(screen.getByLabelText('Candidate Name'), ' Ada ');
  await fill(screen.getByLabelText('Candidate Email'), 'ada@example.com');
  setTime('2031-05-06T07:30');
  await press();

  const details = within(await screen.findByRole('dialog', { name: 'Session details' }));
  expect(details.getByText(/AM|PM/, { selector: 'time' }).getAttribute('datetime')).toBe(session.scheduled_at);
  expect(details.getByText(/^Scheduled for .* We email the invitation to ada@example\.com\.$/)).toBeTruthy();
  expect(details.getByText(`${window.location.origin}/codeshare/${session.room_code}`)).toBeTruthy();
  expect(details.getByRole('button', { name: 'Copy link' })).toBeTruthy();
  expect(details.getByRole('button', { name: 'Add to calendar' })).toBeTruthy();
  expect(calls.find(({ call }) => call === SCHEDULE)?.body).toEqual({
    room_code: expect.stringMatching(/^private-room-[A-Za-z0-9]{9}$/),
    candidate_name: 'Ada',
    minutes: 60,
    candidate_email: 'ada@example.com',
    scheduled_at: new Date(2031, 4, 6, 7, 30).toISOString(),
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    asks_before_admitting: true,
  });
  expect(calls.filter(({ call }) => call === LIST)).toHaveLength(2);
});

test('schedules a session that everyone with the link may enter', async () => {
  const { calls } = await openDialog({ [SCHEDULE]: { status: 500, body: {} } });
  await chooseLater();
  await userEvent.type(screen.getByLabelText('Candidate Name'), 'Ada');
  const asking = screen.getByRole('switch', { name: 'Ask before admitting' });
  expect(asking).toHaveProperty('checked', true);
  await userEvent.click(asking);
  await press();
  await screen.findByRole('alert');
  expect(calls.find(({ call }) => call === SCHEDULE)?.body).toMatchObject({ asks_before_admitting: false });
});

test('sends the chosen rule with its line', async () => {
  const { calls } = await openDialog({ [SCHEDULE]: { status: 500, body: {} } });
  await chooseLater();
  await userEvent.type(screen.getByLabelText('Candidate Name'), 'Ada');
  expect(screen.getByRole('radio', { name: 'No rule' })).toHaveProperty('checked', true);
  expect(screen.queryByLabelText('Details')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'No AI' }));
  await fill(screen.getByLabelText('Details'), ' Docs are fine. ');
  await press();
  await screen.findByRole('alert');
  expect(calls.find(({ call }) => call === SCHEDULE)?.body).toMatchObject({
    rule: { tools: 'no_ai', note: 'Docs are fine.' },
  });
});

test('sends the chosen completion, and leaves that of the template to the server', async () => {
  const data = [aTemplate('Words', { completion: 'words' })];
  const { calls } = await openDialog({ [TEMPLATES]: { data }, [SCHEDULE]: { status: 500, body: {} } });
  await chooseLater();
  await userEvent.type(screen.getByLabelText('Candidate Name'), 'Ada');
  expect(screen.getByRole('radio', { name: 'Off' })).toHaveProperty('checked', true);
  await userEvent.selectOptions(await screen.findByLabelText('Template'), 'Words');
  expect(screen.getByRole('radio', { name: 'Words' })).toHaveProperty('checked', true);
  const bodies = () => calls.filter(({ call }) => call === SCHEDULE).map(({ body }) => body);
  await press();
  await screen.findByRole('alert');
  expect(bodies()[0]).not.toHaveProperty('completion');
  await userEvent.click(screen.getByRole('radio', { name: 'Full' }));
  await press();
  await waitFor(() => expect(bodies()[1]).toMatchObject({ completion: 'full' }));
});

test('leaves an untouched rule to the server', async () => {
  localStorage.setItem('token', 'account-token');
  const company = { ...aCompany, rule: { tools: 'any_tools', note: null } };
  localStorage.setItem('company', JSON.stringify(company));
  const { calls } = await openDialog({ 'GET /api/user': { company }, [SCHEDULE]: { status: 500, body: {} } });
  await chooseLater();
  await userEvent.type(screen.getByLabelText('Candidate Name'), 'Ada');
  expect(screen.getByRole('radio', { name: 'Any tools' })).toHaveProperty('checked', true);
  await press();
  await screen.findByRole('alert');
  expect(calls.find(({ call }) => call === SCHEDULE)?.body).not.toHaveProperty('rule');
});

test('shows missing values under their fields and sends nothing', async () => {
  const { calls } = await openDialog();
  await chooseLater();
  await userEvent.type(screen.getByLabelText('Candidate Email'), 'ada');
  setTime('');
  await press();
  expect(descriptionOf(screen.getByLabelText('Candidate Name'))).toBe('Name is required');
  expect(descriptionOf(screen.getByLabelText('Candidate Email'))).toBe('Invalid email format');
  expect(descriptionOf(screen.getByLabelText('Date and Time'))).toBe('Date and time are required');
  setTime('2020-01-01T10:00');
  await press();
  expect(descriptionOf(screen.getByLabelText('Date and Time'))).toBe('Please choose a time in the future.');
  expect(calls.map(({ call }) => call)).toEqual([LIST, RUNNING, TEMPLATES, COLLEAGUES]);
});

test('shows a refusal, and repeats with the same room code', async () => {
  const { calls } = await openDialog({ [SCHEDULE]: { status: 500, body: {} } });
  await chooseLater();
  await userEvent.type(screen.getByLabelText('Candidate Name'), 'Ada');
  await press();
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to schedule session');
  await press();
  const rooms = calls
    .filter(({ call }) => call === SCHEDULE)
    .map(({ body }) => (body as { room_code: string }).room_code);
  expect(rooms).toHaveLength(2);
  expect(new Set(rooms).size).toBe(1);
});

test("accepts a future time of the server, whatever the device's clock", async () => {
  const fast = new Date();
  fast.setHours(fast.getHours() - 3);
  const session = anInterview({ status: 'scheduled', scheduled_at: fast.toISOString() });
  const headers = { date: new Date(fast.getTime() - 3_600_000).toUTCString() };
  const room = `GET /api/interview-sessions/room/${session.room_code}`;
  const { calls } = await openDialog(
    { [SCHEDULE]: { status: 201, body: { session } }, [room]: { session: { ...session, code_editor_data: [] } } },
    headers,
  );
  await chooseLater();
  await userEvent.type(screen.getByLabelText('Candidate Name'), 'Ada');
  setTime(fast.toLocaleString('sv-SE').slice(0, 16).replace(' ', 'T'));
  await press();
  expect(await screen.findByRole('dialog', { name: 'Session details' })).toBeTruthy();
  expect(calls.some(({ call }) => call === SCHEDULE)).toBe(true);
});

test.each([true, false])('lets invitations leave only from a confirmed email of the company (%s)', async (isDone) => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify({ ...aCompany, email_verified: isDone }));
  await openDialog({ 'GET /api/user': { company: { ...aCompany, email_verified: isDone } } });
  await chooseLater();
  expect(await screen.findByLabelText('Candidate Email')).toBeTruthy();
  expect(screen.queryByText(/^Confirm your company’s email address/) === null).toBe(isDone);
});

test.each(['written', 'off'] as const)('gives the planner link and text to send if email is %s', async (mail) => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify({ ...aCompany, email_verified: false, mail }));
  const session = anInterview({
    status: 'scheduled',
    candidate_name: 'Cy Dent',
    candidate_email: 'cy@example.com',
    scheduled_at: '2031-12-01T10:00:00.000Z',
    started_at: null,
  });
  const room = `GET /api/interview-sessions/room/${session.room_code}`;
  await openDialog({
    'GET /api/user': { company: { ...aCompany, email_verified: false, mail } },
    [SCHEDULE]: { status: 201, body: { session } },
    [room]: { session: { ...session, code_editor_data: [] } },
  });
  await chooseLater();
  expect(screen.queryByText(/^Confirm your company’s email address/)).toBeNull();
  expect(descriptionOf(screen.getByLabelText('Candidate Email'))).toMatch(/^Optional Email is not set up here/);
  await fill(screen.getByLabelText('Candidate Name'), 'Cy Dent');
  await press();

  const details = within(await screen.findByRole('dialog', { name: 'Session details' }));
  expect(details.getByText(/send this invitation to cy@example\.com yourself\.$/)).toBeTruthy();
  const text = details.getByLabelText('Invitation').textContent;
  expect(text).toContain(`/codeshare/${session.room_code}`);
  // Installs a clipboard, which jsdom lacks.
  const user = userEvent.setup();
  await user.click(details.getByRole('button', { name: 'Copy invitation' }));
  expect(await navigator.clipboard.readText()).toBe(text);
  expect(await details.findByText('Invitation copied to clipboard!')).toBeTruthy();
});

test('gives the planner link and text to send if no more email is sent that day', async () => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  const session = anInterview({
    id: 'id-unsent',
    status: 'scheduled',
    candidate_name: 'Cy Dent',
    candidate_email: 'cy@example.com',
    scheduled_at: '2031-12-01T10:00:00.000Z',
    started_at: null,
  });
  await openDialog({
    'GET /api/user': { company: aCompany },
    [SCHEDULE]: { status: 201, body: { session, unsent: true } },
    [`GET /api/interview-sessions/room/${session.room_code}`]: { session: { ...session, code_editor_data: [] } },
  });
  await chooseLater();
  await fill(screen.getByLabelText('Candidate Name'), 'Cy Dent');
  await press();

  const details = within(await screen.findByRole('dialog', { name: 'Session details' }));
  expect(
    details.getByText(/No more emails are sent today: send this invitation to cy@example\.com yourself\.$/),
  ).toBeTruthy();
  expect(details.getByLabelText('Invitation').textContent).toContain(`/codeshare/${session.room_code}`);
  expect(details.getByRole('button', { name: 'Copy invitation' })).toBeTruthy();
  const news = 'No email was sent to cy@example.com: the limit for today is reached.';
  expect(toastStore.get().map(({ text }) => text)).toContain(news);
});

/** Opens the dialog as a coordinator, whose sessions always have others as interviewers. */
async function openAsCoordinator(answers: Parameters<typeof serveApi>[0]) {
  signInAsCoordinator();
  await openDialog({ 'GET /api/user': coordinatorAccount, ...answers });
  return within(await screen.findByRole('group', { name: 'Interviewers' }));
}

test('tells a coordinator that the interviewers could not be loaded, and loads them again', async () => {
  let answer: object = { status: 500, body: {} };
  const people = await openAsCoordinator({ [COLLEAGUES]: () => answer });
  expect(await people.findByText('Failed to load the interviewers')).toBeTruthy();
  answer = { data: [{ id: 'id-1', name: 'Ines' }] };
  await userEvent.click(people.getByRole('button', { name: 'Try again' }));
  expect(await people.findByRole('checkbox', { name: /Ines/ })).toBeTruthy();
  expect(people.queryByText('Failed to load the interviewers')).toBeNull();
});

test('tells a coordinator if the company has no interviewers', async () => {
  const people = await openAsCoordinator({ [COLLEAGUES]: { data: [] } });
  expect(await people.findByText('Nobody in your company interviews yet.')).toBeTruthy();
});

test('stays open while it schedules, because the session cannot be called back', async () => {
  await openDialog({ [SCHEDULE]: { session: anInterview({ status: 'scheduled' }) } });
  await chooseLater();
  await fill(screen.getByLabelText('Candidate Name'), 'Ada');
  setTime('2031-12-01T10:00');
  expect(hasUnsaved()).toBe(true);
  const answer = stallApi('POST');
  await press();

  const cancel = screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' });
  expect(cancel.disabled).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'New Session' })).toBeTruthy();

  answer();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New Session' })).toBeNull());
  expect(hasUnsaved()).toBe(false);
});

test('says so if a corrected plan meets the session that a try with a lost reply has scheduled', async () => {
  const first = anInterview({ status: 'scheduled', scheduled_at: new Date('2031-12-01T10:00').toISOString() });
  await openDialog({ [SCHEDULE]: { session: first } });
  await chooseLater();
  await fill(screen.getByLabelText('Candidate Name'), 'Ada');
  setTime('2031-12-02T11:30');
  await press();

  const texts = () => toastStore.get().map(({ text }) => text);
  await waitFor(() =>
    expect(texts()).toContain('An earlier try had scheduled this session. Check its time and email.'),
  );
});
