import type { Company } from '@cip/contracts/accounts/company';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RecoveryCodes } from '../../features/auth/RecoveryCodes.tsx';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import { toastStore } from '../../shared/ui/feedback/toast-store.ts';
import { aCompany } from '../../testing/examples.ts';
import { serveApi, stallApi } from '../../testing/fake-api.ts';
import { descriptionOf } from '../../testing/description-of.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { SignInsSection, TeamTwoStepSection, TwoStepSection } from './SecuritySections.tsx';
import { fill } from '../../testing/fill.ts';

function SecuritySections({ company }: { company: Company | null }) {
  const store = useAccountStore();
  return (
    <>
      <TwoStepSection />
      <SignInsSection />
      {company && <TeamTwoStepSection company={company} onSaved={store.replaceCompany} />}
    </>
  );
}

const phone = {
  id: '0b7c6a0e-0000-4000-8000-00000000000a',
  device: 'Firefox on Android',
  address: '203.0.113.x',
  created_at: '2026-11-20T09:00:00.000Z',
  last_used_at: '2026-11-21T09:00:00.000Z',
  current: false,
};
const here = { ...phone, id: '0b7c6a0e-0000-4000-8000-00000000000b', device: 'Chrome on Linux', current: true };

beforeEach(() => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const OFF = { enabled: false, recovery_codes_left: 0 };
const serve = (answers: Parameters<typeof serveApi>[0]) =>
  serveApi({
    'GET /api/user': { company: aCompany },
    'GET /api/user/sign-ins': { data: [here, phone] },
    'GET /api/user/second-factor': OFF,
    ...answers,
  });

test('lists the sign-ins and ends one', async () => {
  const lists = [[here, phone], [here]];
  const calls = serve({
    'GET /api/user/sign-ins': () => ({ data: lists.shift() ?? [here] }),
    [`DELETE /api/user/sign-ins/${phone.id}`]: { message: 'Signed out there' },
  });
  await renderScreen(<SecuritySections company={aCompany} />);
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByText('This device') !== null)).toEqual([true, false]);
  expect(within(rows[1] ?? document.body).getByText('203.0.113.x')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Sign out Firefox on Android/ }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(calls.map(({ call }) => call)).toContain(`DELETE /api/user/sign-ins/${phone.id}`);
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
});

test('asks before signing out everywhere else', async () => {
  const calls = serve({ 'POST /api/user/sign-ins/end-others': { message: 'Signed out everywhere else' } });
  await renderScreen(<SecuritySections company={aCompany} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sign out' }));
  expect((await screen.findByText('You are signed out everywhere else')).closest('[role=alert]')).toBeTruthy();
});

test('shows that the list failed to load, with a retry', async () => {
  serve({ 'GET /api/user/sign-ins': { status: 500, body: {} } });
  await renderScreen(<SecuritySections company={aCompany} />);
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your sign-ins');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('sets up the second step, and shows recovery codes once', async () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const answers = [OFF, { enabled: true, recovery_codes_left: 2 }];
  const calls = serve({
    'GET /api/user/second-factor': () => answers.shift() ?? { enabled: true, recovery_codes_left: 2 },
    'POST /api/user/second-factor': { secret, url: `otpauth://totp/x?secret=${secret}` },
    'POST /api/user/second-factor/confirm': { recovery_codes: ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'] },
  });
  await renderScreen(<SecuritySections company={aCompany} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Set up…' }));
  await fill(screen.getByLabelText('Your Password'), 'secret words');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeTruthy();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Code From the App'), '123');
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(descriptionOf(screen.getByLabelText('Code From the App'))).toBe('Please enter the six digits');
  await fill(screen.getByLabelText('Code From the App'), ' 456');
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  const codes = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'I’ve saved them' }));
  expect(await screen.findByText('2 recovery codes left')).toBeTruthy();
  expect(calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
    { password: 'secret words' },
    { code: '123 456' },
  ]);
});

test.each([
  ['confirm', 'Set up…', 'Continue', 'Code From the App', 'Turn on'],
  ['recovery-codes', 'New recovery codes…', null, 'Code', 'Make new codes'],
])('shows the codes of %s even if the state fails to reload', async (call, open, next, code, send) => {
  const states = [{ enabled: next === null, recovery_codes_left: 1 }];
  const calls = serve({
    'GET /api/user/second-factor': () => states.shift() ?? { status: 500, body: {} },
    'POST /api/user/second-factor': { secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/x' },
    [`POST /api/user/second-factor/${call}`]: { recovery_codes: ['aaaa-bbbb-cccc-dddd'] },
  });
  await renderScreen(<SecuritySections company={aCompany} />);
  await userEvent.click(await screen.findByRole('button', { name: open }));
  await fill(screen.getByLabelText('Your Password'), 'secret words');
  if (next !== null) await userEvent.click(screen.getByRole('button', { name: next }));
  await fill(await screen.findByLabelText(code), '123456');
  const reply = stallApi('GET', '/api/user/second-factor');
  await userEvent.click(screen.getByRole('button', { name: send }));
  expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeTruthy();

  reply();
  const reads = () => calls.filter((made) => made.call === 'GET /api/user/second-factor');
  await waitFor(() => expect(reads()).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'I’ve saved them' }));
  expect(await screen.findByText('Failed to load how you sign in')).toBeTruthy();
});

test('makes new recovery codes, and shows them once', async () => {
  const answers = [{ enabled: true, recovery_codes_left: 1 }];
  const calls = serve({
    'GET /api/user/second-factor': () => answers.shift() ?? { enabled: true, recovery_codes_left: 2 },
    'POST /api/user/second-factor/recovery-codes': { recovery_codes: ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'] },
  });
  await renderScreen(<SecuritySections company={aCompany} />);
  expect(await screen.findByText('1 recovery code left')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'New recovery codes…' }));
  await fill(screen.getByLabelText('Your Password'), 'secret words');
  await userEvent.click(screen.getByRole('button', { name: 'Make new codes' }));
  expect(descriptionOf(screen.getByLabelText('Code'))).toBe('Please enter the code');
  await fill(screen.getByLabelText('Code'), '123 456');
  await userEvent.click(screen.getByRole('button', { name: 'Make new codes' }));
  const codes = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'I’ve saved them' }));
  expect(await screen.findByText('2 recovery codes left')).toBeTruthy();
  expect(screen.queryByText('aaaa-bbbb-cccc-dddd')).toBeNull();
  expect(calls.find(({ call }) => call.endsWith('/recovery-codes'))?.body).toEqual({
    password: 'secret words',
    code: '123 456',
  });
});

test('says whether recovery codes were copied', async () => {
  const user = userEvent.setup();
  const writing = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
  await renderScreen(<RecoveryCodes codes={['aaaa', 'bbbb']} onDone={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Copy all' }));
  await waitFor(() => expect(toastStore.get().at(-1)).toMatchObject({ tone: 'bad', text: 'Failed to copy the codes' }));
  await user.click(screen.getByRole('button', { name: 'Copy all' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(writing.mock.lastCall).toEqual(['aaaa\nbbbb']);
});

test('turns the second step off with password and code', async () => {
  const refused = { message: 'Current password is incorrect', code: 'invalid', errors: { password: ['Wrong'] } };
  const replies = [{ status: 422, body: refused }, { message: 'Two-step sign-in is off' }];
  const states = [{ enabled: true, recovery_codes_left: 10 }];
  serve({
    'GET /api/user/second-factor': () => states.shift() ?? OFF,
    'POST /api/user/second-factor/disable': () => replies.shift() ?? {},
  });
  await renderScreen(<SecuritySections company={aCompany} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Turn off…' }));
  await fill(screen.getByLabelText('Your Password'), 'wrong');
  await fill(screen.getByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  await waitFor(() => expect(descriptionOf(screen.getByLabelText('Your Password'))).toBe('Wrong'));
  await fill(screen.getByLabelText('Your Password'), ' right');
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Off')).toBeTruthy();
});

test('requires the second step of everyone, and resets the switch when refused', async () => {
  const required = { ...aCompany, requires_second_factor: true };
  const replies = [{ status: 503, body: { message: 'Not now.', code: 'unavailable' } }, { company: required }];
  const calls = serve({ 'PUT /api/company/security': () => replies.shift() ?? {} });
  const { store } = await renderScreen(<SecuritySections company={aCompany} />);
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Require for everyone' });
  await userEvent.click(toggle);
  expect((await screen.findByRole('alert')).textContent).toBe('Not now.');
  expect(toggle.checked).toBe(false);
  await userEvent.click(toggle);
  await waitFor(() => expect(store.state.get().account?.company.requires_second_factor).toBe(true));
  expect(calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)).toEqual([
    { requires_second_factor: true },
    { requires_second_factor: true },
  ]);
});

test('offers an interviewer their own second step, and no switch for others', async () => {
  serve({});
  await renderScreen(<SecuritySections company={null} />);
  expect(await screen.findByRole('button', { name: 'Set up…' })).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('shows that the second step is on if the reply to its first code was lost', async () => {
  const answers = [OFF];
  serve({
    'GET /api/user/second-factor': () => answers.shift() ?? { enabled: true, recovery_codes_left: 10 },
    'POST /api/user/second-factor': { secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' },
    'POST /api/user/second-factor/confirm': {
      status: 409,
      body: { message: 'Two-step sign-in is already switched on.', code: 'conflict' },
    },
  });
  await renderScreen(<SecuritySections company={aCompany} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Set up…' }));
  await userEvent.type(screen.getByLabelText('Your Password'), 'secret words{Enter}');
  await userEvent.type(await screen.findByLabelText('Code From the App'), '123456{Enter}');
  expect(await screen.findByText('Two-step sign-in is already switched on.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'New recovery codes…' })).toBeTruthy();
});
