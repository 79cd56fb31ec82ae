import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { descriptionOf } from '../../../testing/description-of.ts';
import { aCompany, anInterview } from '../../../testing/examples.ts';
import { serveApi } from '../../../testing/fake-api.ts';
import { localTime } from '../schedule-time.ts';
import { PlanChange } from './PlanChange.tsx';
import { fill } from '../../../testing/fill.ts';

const PEOPLE = ['Ida', 'Ole', 'Per', 'Pia', 'Ron', 'Zoe'].map((name) => ({ id: `id-${name}`, name }));
const COLLEAGUES = 'GET /api/interview-sessions/colleagues';
const planned = anInterview({
  id: 'id-3',
  status: 'scheduled',
  scheduled_at: '2031-12-01T10:00:00.000Z',
  plan_revision: 4,
  interviewers: PEOPLE.slice(0, 1),
});
const CHANGE = 'PATCH /api/interview-sessions/id-3/plan';

const TEMPLATES = 'GET /api/interview-templates';
const TWO = ['Backend', 'Frontend'].map((name, index) => ({
  id: `template-${index + 1}`,
  updated_at: '2027-01-01T00:00:00.000Z',
  name,
  questions: [],
  criteria: [],
  asks_before_admitting: false,
  typing_mode: 'enter',
  allows_runs: true,
  rule: null,
}));

afterEach(() => vi.unstubAllGlobals());

async function openForm(answers: Parameters<typeof serveApi>[0] = {}, interview = planned) {
  const calls = serveApi({ [COLLEAGUES]: { data: PEOPLE }, [TEMPLATES]: { data: [] }, ...answers });
  const onChanged = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const client = new QueryClient();
  const partOf = (shown: typeof planned) => (
    <QueryClientProvider client={client}>
      <PlanChange interview={shown} onChanged={onChanged} />
    </QueryClientProvider>
  );
  const { rerender } = render(partOf(interview));
  await userEvent.click(screen.getByRole('button', { name: 'Reschedule' }));
  await screen.findByRole('checkbox', { name: 'Zoe' });
  const sent = () => calls.filter(({ call }) => call === CHANGE).map(({ body }) => body);
  /** Renders the interview as the list has it after it was read again. */
  const show = (changed: typeof planned) => rerender(partOf(changed));
  return { sent, onChanged, show };
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

test('sends only the changed fields, with the revision that was shown', async () => {
  const { sent, onChanged } = await openForm({ [CHANGE]: { session: planned } });
  await userEvent.selectOptions(screen.getByLabelText('Length'), '90 minutes');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ole' }));
  await fill(screen.getByLabelText('Call link'), 'https://meet.example/abc');
  await save();

  await waitFor(() => expect(onChanged).toHaveBeenCalled());
  const change = { minutes: 90, interviewer_ids: ['id-Ida', 'id-Ole'], call_link: 'https://meet.example/abc' };
  expect(sent()).toEqual([{ revision: 4, ...change }]);
  expect(screen.getByRole('button', { name: 'Reschedule' })).toBeTruthy();
});

test('sends a new time with the time zone of this device', async () => {
  const { sent } = await openForm({ [CHANGE]: { session: planned } });
  fireEvent.change(screen.getByLabelText('Date and Time'), { target: { value: '2031-12-02T11:30' } });
  await save();

  await waitFor(() => expect(sent()).toHaveLength(1));
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(sent()).toEqual([
    { revision: 4, scheduled_at: new Date('2031-12-02T11:30').toISOString(), time_zone: timeZone },
  ]);
});

test('keeps the typed fields if someone else changed the plan', async () => {
  const message = 'Someone changed this plan in the meantime. Check it and save again.';
  const { onChanged } = await openForm({ [CHANGE]: { status: 409, body: { message, code: 'conflict' } } });
  await userEvent.selectOptions(screen.getByLabelText('Length'), '90 minutes');
  await save();

  expect(await screen.findByText(message)).toBeTruthy();
  expect(onChanged).toHaveBeenCalledOnce();
  expect(screen.getByLabelText('Length')).toHaveProperty('value', '90');
});

test("keeps a colleague's changes from after the form was opened", async () => {
  const message = 'Someone changed this plan in the meantime. Check it and save again.';
  const refused = { status: 409, body: { message, code: 'conflict' } };
  const changed = {
    ...planned,
    plan_revision: 5,
    interviewers: PEOPLE.slice(0, 2),
    call_link: 'https://meet.example/b',
  };
  const { sent, show } = await openForm({
    [CHANGE]: (body) => ((body as { revision: number }).revision === 5 ? { session: changed } : refused),
  });
  show(changed);
  await userEvent.selectOptions(screen.getByLabelText('Length'), '90 minutes');
  await save();

  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Ole' })).toHaveProperty('checked', true);
  expect(screen.getByLabelText('Call link')).toHaveProperty('value', 'https://meet.example/b');
  await save();
  await screen.findByRole('button', { name: 'Reschedule' });
  expect(sent()).toEqual([
    { revision: 4, minutes: 90 },
    { revision: 5, minutes: 90 },
  ]);
});

test('sends the revision of the first conflict after a second change', async () => {
  const refused = { status: 409, body: { message: 'Changed', code: 'conflict' } };
  const { sent, show } = await openForm({ [CHANGE]: refused });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Per' }));
  await save();
  await screen.findByText('Changed');
  show({ ...planned, plan_revision: 5, minutes: 30 });
  show({ ...planned, plan_revision: 6, minutes: 45 });

  expect(screen.getByLabelText('Length')).toHaveProperty('value', '30');
  expect(screen.getByRole('checkbox', { name: 'Per' })).toHaveProperty('checked', true);
  await save();
  expect(sent().at(-1)).toEqual({ revision: 5, interviewer_ids: ['id-Ida', 'id-Per'] });
});

test('refuses a past time, a plain link and a sixth interviewer', async () => {
  const { sent } = await openForm();
  fireEvent.change(screen.getByLabelText('Date and Time'), {
    target: { value: localTime('2020-01-01T00:00:00.000Z') },
  });
  await fill(screen.getByLabelText('Call link'), 'javascript:alert(1)');
  for (const name of ['Ole', 'Per', 'Pia', 'Ron']) await userEvent.click(screen.getByRole('checkbox', { name }));
  await save();

  expect(descriptionOf(screen.getByLabelText('Date and Time'))).toBe('Please choose a time in the future.');
  expect(descriptionOf(screen.getByLabelText('Call link'))).toBe('Please enter a link that starts with https://');
  expect(screen.getByRole('checkbox', { name: 'Zoe' })).toHaveProperty('disabled', true);
  expect(sent()).toEqual([]);
});

test('changes another field of a late interview', async () => {
  const late = { ...planned, scheduled_at: '2020-01-01T00:00:00.000Z' };
  const { sent } = await openForm({ [CHANGE]: { session: late } }, late);
  await userEvent.selectOptions(screen.getByLabelText('Length'), '30 minutes');
  await save();

  await waitFor(() => expect(sent()).toEqual([{ revision: 4, minutes: 30 }]));
});

test.each([
  [{ mail: 'sent', email_verified: true }, 'We email the new time to cy@example.com.'],
  [{ mail: 'sent', email_verified: false }, 'The invitation to cy@example.com waits until'],
  [{ mail: 'written', email_verified: true }, 'Email is not set up here: tell cy@example.com the new time yourself.'],
  [{ mail: 'off', email_verified: false }, 'Email is not set up here: tell cy@example.com the new time yourself.'],
  [{}, 'Email is not set up here'],
] as const)('announces the mail about the new plan if the server says %j', async (mail, news) => {
  const { mail: _mail, ...company } = aCompany;
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify({ ...company, ...mail }));
  await openForm({}, { ...planned, candidate_email: 'cy@example.com' });

  expect(screen.getByText((text) => text.startsWith(news) && text.endsWith('The link stays the same.'))).toBeTruthy();
});

test('announces a mail about the change if the time stays', async () => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  await openForm({}, { ...planned, candidate_email: 'cy@example.com' });
  const news = () => screen.getByText(/cy@example\.com/).textContent;

  await userEvent.click(screen.getByRole('checkbox', { name: 'Ole' }));
  await fill(screen.getByLabelText('Call link'), 'https://meet.example/abc');
  expect(news()).toBe('We email the change to cy@example.com. The link stays the same.');
  await userEvent.selectOptions(screen.getByLabelText('Length'), '90 minutes');
  expect(news()).toBe('We email the new time to cy@example.com. The link stays the same.');
});

test('chooses another template or none without a mail', async () => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  const interview = { ...planned, template_id: 'template-1', candidate_email: 'cy@example.com' };
  const { sent } = await openForm({ [TEMPLATES]: { data: TWO }, [CHANGE]: { session: planned } }, interview);
  const field = await screen.findByLabelText('Template');
  expect(field).toHaveProperty('value', 'template-1');
  expect(screen.getByText(/cy@example\.com/)).toBeTruthy();
  await userEvent.selectOptions(field, 'Frontend');
  expect(screen.queryByText(/cy@example\.com/)).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Length'), '90 minutes');
  expect(screen.getByText(/cy@example\.com/)).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Length'), '60 minutes');
  await userEvent.selectOptions(field, 'None');
  await save();

  await waitFor(() => expect(sent()).toEqual([{ revision: 4, template_id: null }]));
});

test('shows under the field that the template is gone', async () => {
  const message = 'This template does not exist any more.';
  const refused = { status: 422, body: { message, code: 'invalid', errors: { template_id: [message] } } };
  const { sent } = await openForm({ [TEMPLATES]: { data: TWO }, [CHANGE]: refused });
  await userEvent.selectOptions(await screen.findByLabelText('Template'), 'Frontend');
  await save();

  await waitFor(() => expect(descriptionOf(screen.getByLabelText('Template'))).toBe(message));
  expect(sent()).toEqual([{ revision: 4, template_id: 'template-2' }]);
});

test('takes a call link without its scheme', async () => {
  const { sent } = await openForm({ [CHANGE]: { session: planned } });
  await fill(screen.getByLabelText('Call link'), 'meet.example.com/abc');
  await save();

  await waitFor(() => expect(sent()).toEqual([{ revision: 4, call_link: 'https://meet.example.com/abc' }]));
});

test('requires at least one interviewer', async () => {
  const { sent } = await openForm({ [CHANGE]: { session: planned } });
  const ida = screen.getByRole('checkbox', { name: /^Ida/ });
  await userEvent.click(ida);
  await save();

  const people = screen.getByRole('group', { name: 'Interviewers' });
  expect(descriptionOf(people)).toBe('Choose who interviews.');
  expect(document.activeElement).toBe(ida);
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ole' }));
  expect(descriptionOf(people)).toBe('Up to 5. Candidates see the first one.');
  await save();
  await waitFor(() => expect(sent()).toEqual([{ revision: 4, interviewer_ids: ['id-Ole'] }]));
});

test('stays open until the list has the saved plan', async () => {
  const { onChanged } = await openForm({ [CHANGE]: { session: planned } });
  const read = Promise.withResolvers<void>();
  onChanged.mockReturnValueOnce(read.promise);
  await userEvent.selectOptions(screen.getByLabelText('Length'), '90 minutes');
  await save();
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(screen.getByRole('button', { busy: true })).toBeTruthy();
  read.resolve();
  expect(await screen.findByRole('button', { name: 'Reschedule' })).toBeTruthy();
});
