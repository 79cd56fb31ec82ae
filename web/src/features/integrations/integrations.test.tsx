import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasUnsaved } from '../../shared/device/unsaved.ts';
import { aCompany } from '../../testing/examples.ts';
import { serveApi, stallApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ApiKeys } from './ApiKeys.tsx';
import { Webhooks } from './Webhooks.tsx';

const UNREACHED = 'We can’t reach the server. Please try again.';
const AT = '2026-01-02T03:04:05.000Z';
const KEY = {
  id: 'key-1',
  name: 'ATS',
  scope: 'read',
  hint: 'Ab-9',
  created_at: AT,
  expires_at: AT,
  last_used_at: null,
};
const WEBHOOK = {
  id: 'hook-1',
  url: 'https://hooks.example/a',
  events: ['interview.planned'],
  created_at: AT,
  failing_since: null,
  disabled_at: null,
  old_secret_until: null,
};
const DELIVERIES = 'GET /api/webhooks/hook-1/deliveries';
const DELIVERY = {
  id: 'message-1',
  type: 'interview.planned',
  created_at: AT,
  state: 'failed',
  tries: 1,
  due_at: null,
  tried_at: AT,
  status: null,
  failure: 'timeout',
};
const pageOf = (page: number, data: object[], last = 1) => ({ data, current_page: page, last_page: last, total: 1 });
const LISTS = {
  'GET /api/user': { company: aCompany },
  'GET /api/api-keys': { keys: [KEY] },
  'GET /api/webhooks': { webhooks: [WEBHOOK] },
  [`${DELIVERIES}?page=1`]: pageOf(1, [DELIVERY], 2),
};

beforeEach(() => localStorage.setItem('token', 'account-token'));
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const loseNetwork = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const click = (text: string) => fireEvent.click(screen.getByText(text));
const written = (calls: { call: string }[]) => calls.map(({ call }) => call).filter((call) => !call.startsWith('GET'));

interface Action {
  name: string;
  screen: ReactNode;
  /** Prepares the click. */
  prepare: () => unknown;
  act: () => unknown;
  /** Whether a confirmation precedes it, which closes with the answer. */
  isConfirmed?: true;
  call: string;
  reply: object;
  /** Waits for the elements that are shown afterwards. */
  shown: () => unknown;
}

const confirmed = (button: string) => () =>
  fireEvent.click(within(screen.getByRole('alertdialog')).getByText(button, { selector: 'button *' }));

const ACTIONS: Action[] = [
  {
    name: 'a new API key',
    screen: <ApiKeys />,
    prepare: () => type('Name of the key', 'ATS'),
    act: () => click('Create API key'),
    call: 'POST /api/api-keys',
    reply: { key: KEY, secret: 'cip_secret' },
    shown: () => screen.findByDisplayValue('cip_secret'),
  },
  {
    name: 'the end of an API key',
    screen: <ApiKeys />,
    prepare: () => click('Revoke'),
    act: confirmed('Revoke'),
    isConfirmed: true,
    call: 'DELETE /api/api-keys/key-1',
    reply: { message: 'Revoked' },
    shown: () => screen.findByText('API key revoked'),
  },
  {
    name: 'a new webhook',
    screen: <Webhooks />,
    prepare: () => type('Address of the webhook', 'https://hooks.example/b'),
    act: () => click('Add webhook'),
    call: 'POST /api/webhooks',
    reply: { webhook: WEBHOOK, secret: 'whsec_1' },
    shown: () => screen.findByDisplayValue('whsec_1'),
  },
  {
    name: 'another secret of a webhook',
    screen: <Webhooks />,
    prepare: () => click('Replace secret'),
    act: confirmed('Replace'),
    isConfirmed: true,
    call: 'POST /api/webhooks/hook-1/secret',
    reply: { webhook: WEBHOOK, secret: 'whsec_2' },
    shown: () => screen.findByDisplayValue('whsec_2'),
  },
  {
    name: 'a message again',
    screen: <Webhooks />,
    prepare: async () => {
      click('Messages');
      await screen.findByText('No reply within 10 seconds');
    },
    act: () => click('Redeliver'),
    call: 'POST /api/webhooks/hook-1/deliveries/message-1/redeliver',
    reply: { delivery: DELIVERY },
    shown: () => screen.findByText('Redeliver'),
  },
];

test.each(ACTIONS)(
  'sends $name once for two clicks',
  async ({ screen: shown, prepare, act, call, reply, shown: done }) => {
    const calls = serveApi({ ...LISTS, [call]: reply });
    await renderScreen(shown);
    await screen.findByRole('listitem');
    await prepare();
    const [method = '', address = ''] = call.split(' ');
    const answer = stallApi(method, address);
    act();
    const busy = await screen.findByRole('button', { busy: true });
    fireEvent.click(busy);
    answer();
    await done();
    await waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull());
    expect(written(calls)).toEqual([call]);
    expect(hasUnsaved()).toBe(false);
  },
);

test.each(ACTIONS)('shows that $name did not reach the server, and sends it again', async (action) => {
  const { screen: shown, prepare, act, isConfirmed, call, reply, shown: done } = action;
  serveApi(LISTS);
  await renderScreen(shown);
  await screen.findByRole('listitem');
  await prepare();
  loseNetwork();
  act();
  expect(await screen.findByText(UNREACHED)).toBeTruthy();
  const calls = serveApi({ ...LISTS, [call]: reply });
  await waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull());
  if (isConfirmed) await prepare();
  act();
  await done();
  await waitFor(() => expect(written(calls)).toEqual([call]));
  await waitFor(() => expect(screen.queryByText(UNREACHED)).toBeNull());
});

test('shows the messages page by page, each with its result', async () => {
  serveApi({
    ...LISTS,
    [`${DELIVERIES}?page=2`]: pageOf(2, [{ ...DELIVERY, state: 'delivered', failure: null, status: 204, tries: 2 }], 2),
  });
  await renderScreen(<Webhooks />);
  fireEvent.click(await screen.findByText('Messages'));
  const message = async (result: string) => (await screen.findByText(result)).closest('li')?.textContent;
  expect(await message('No reply within 10 seconds')).toMatch(/^ScheduledFailed.*1 try/);
  click('Next');
  expect(await message('Reply 204')).toMatch(/^ScheduledDelivered.*2 tries/);
});

test('offers to switch on a webhook that is off, and no redelivery', async () => {
  serveApi({ ...LISTS, 'GET /api/webhooks': { webhooks: [{ ...WEBHOOK, failing_since: AT, disabled_at: AT }] } });
  await renderScreen(<Webhooks />);
  fireEvent.click(await screen.findByText('Messages'));
  await screen.findByText('No reply within 10 seconds');
  expect(screen.queryByText('Redeliver')).toBeNull();
  expect(screen.getByText('Switch on')).toBeTruthy();
  expect(screen.queryByText(/^Failing since/)).toBeNull();
});

test('names the key in a confirmation, and keeps it after a No', async () => {
  const calls = serveApi(LISTS);
  await renderScreen(<ApiKeys />);
  fireEvent.click(await screen.findByText('Revoke'));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Revoke ATS?' }));
  fireEvent.click(dialog.getByText('Cancel'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(written(calls)).toEqual([]);
});

test('shows a new secret until it is copied, while another webhook changes', async () => {
  const other = { ...WEBHOOK, id: 'hook-2', url: 'https://hooks.example/b' };
  serveApi({
    ...LISTS,
    'GET /api/webhooks': { webhooks: [{ ...WEBHOOK, failing_since: AT, disabled_at: AT }, other] },
    'POST /api/webhooks/hook-1/secret': { webhook: WEBHOOK, secret: 'whsec_2' },
    'POST /api/webhooks/hook-1/enable': { webhook: WEBHOOK },
    'DELETE /api/webhooks/hook-1': { message: 'Deleted' },
    'DELETE /api/webhooks/hook-2': { message: 'Deleted' },
  });
  await renderScreen(<Webhooks />);
  const [first, second] = await screen.findAllByRole('listitem');
  const press = (row: HTMLElement | undefined, text: string) =>
    fireEvent.click(within(row ?? document.body).getByText(text));
  const erase = async (row: HTMLElement | undefined) => {
    press(row, 'Delete');
    confirmed('Delete')();
    expect(await screen.findByText('Webhook deleted')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  press(first, 'Replace secret');
  confirmed('Replace')();
  await screen.findByDisplayValue('whsec_2');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  press(first, 'Switch on');
  expect(await screen.findByText('Webhook switched on')).toBeTruthy();
  expect(screen.getByDisplayValue('whsec_2')).toBeTruthy();
  await erase(second);
  expect(screen.getByDisplayValue('whsec_2')).toBeTruthy();
  await erase(first);
  expect(screen.queryByDisplayValue('whsec_2')).toBeNull();
});
