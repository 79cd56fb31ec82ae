import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { descriptionOf } from '../../testing/description-of.ts';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ApiKeysSection, WebhooksSection } from './IntegrationSections.tsx';
import { fill } from '../../testing/fill.ts';

// Loads the late parts of the sections, which take longer than a test waits for them.
beforeAll(async () => {
  await import('../../features/integrations/ApiKeys.tsx');
  await import('../../features/integrations/Webhooks.tsx');
});
beforeEach(() => localStorage.setItem('token', 'account-token'));
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const sections = (
  <>
    <ApiKeysSection />
    <WebhooksSection />
  </>
);
const day = 86_400_000;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
const key = {
  id: 'key-1',
  name: 'Greenhouse',
  scope: 'write',
  hint: 'Ab-9',
  created_at: fromNow(-day),
  expires_at: fromNow(30 * day),
  last_used_at: null,
};
const SECRET = `cip_${'a'.repeat(43)}`;

const openKeys = async (answers: Parameters<typeof serveApi>[0]) => {
  const calls = serveApi({ 'GET /api/user': { company: aCompany }, ...answers });
  await renderScreen(sections);
  await userEvent.click(await screen.findByRole('button', { name: /^Manage API keys/ }));
  return calls;
};

test.each([
  ['nothing', [], [], ['None yet', 'None yet']],
  [
    'used keys and webhooks that fail',
    [{ ...key, last_used_at: '2026-11-20T10:00:00.000Z' }, key],
    [{ failing_since: fromNow(-day), disabled_at: null }],
    ['2 keys, last used Nov 20, 2026', '1 webhook, 1 failing'],
  ],
  ['an unused key', [key], [{ failing_since: null, disabled_at: null }], ['1 key, never used', '1 webhook']],
])('shows while closed that there is %s', async (_what, keys, webhooks, states) => {
  serveApi({
    'GET /api/user': { company: aCompany },
    'GET /api/api-keys': { keys },
    'GET /api/webhooks': { webhooks },
  });
  await renderScreen(sections);
  const rows = [`Manage API keys ${states[0]}`, `Manage webhooks ${states[1]}`];
  for (const name of rows) expect(await screen.findByRole('button', { name })).toBeTruthy();
});

test('makes an API key as chosen and shows its secret once', async () => {
  // Read for the closed section, and again for the open one.
  const lists = [[], [], [key]];
  const calls = await openKeys({
    'GET /api/api-keys': () => ({ keys: lists.shift() ?? [key] }),
    'POST /api/api-keys': { key, secret: SECRET },
  });
  expect(await screen.findByText('No API keys yet.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Create API key' }));
  expect(descriptionOf(screen.getByLabelText('Name of the key'))).toContain('Please name the key');
  await fill(screen.getByLabelText('Name of the key'), ' Greenhouse ');
  await userEvent.click(screen.getByText('Read and write'));
  await userEvent.click(screen.getByText('1 year'));
  await userEvent.click(screen.getByRole('button', { name: 'Create API key' }));
  expect(await screen.findByLabelText('Your API key')).toHaveProperty('value', SECRET);
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    name: 'Greenhouse',
    scope: 'write',
    days: 365,
  });
  const row = await screen.findByRole('listitem');
  expect(row.textContent).toContain('ends in Ab-9');
  expect(row.textContent).toContain('Never used');
  expect(screen.queryByLabelText('Name of the key')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Copy');
  // Folded and unfolded, because it is shown once.
  const fold = screen.getByRole('button', { name: /^Manage API keys/ });
  await userEvent.click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
  await userEvent.click(fold);
  expect(screen.getByLabelText('Your API key')).toHaveProperty('value', SECRET);
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByLabelText('Your API key')).toBeNull();
  expect(screen.getByLabelText('Name of the key')).toHaveProperty('value', '');
});

test('asks before it revokes an API key, and marks expired ones', async () => {
  const old = { ...key, id: 'key-2', name: 'Old', expires_at: fromNow(-day), last_used_at: fromNow(-2 * day) };
  const lists = [[key, old], [key, old], [old]];
  const calls = await openKeys({
    'GET /api/api-keys': () => ({ keys: lists.shift() ?? [old] }),
    'DELETE /api/api-keys/key-1': { message: 'API key revoked' },
  });
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByText('Expired') !== null)).toEqual([false, true]);
  await userEvent.click(screen.getByRole('button', { name: /^Revoke Greenhouse/ }));
  expect(calls.filter(({ call }) => call.startsWith('DELETE'))).toEqual([]);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('API key revoked')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

test('shows failures to list and to create API keys', async () => {
  const answers = [{ status: 500, body: {} }, { status: 500, body: {} }, { keys: [key] }];
  await openKeys({
    'GET /api/api-keys': () => answers.shift() ?? { keys: [key] },
    'POST /api/api-keys': { status: 409, body: { code: 'conflict', message: 'Revoke one first.' } },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the API keys');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await userEvent.type(await screen.findByLabelText('Name of the key'), 'ATS');
  await userEvent.click(screen.getByRole('button', { name: 'Create API key' }));
  expect(await screen.findByText('Revoke one first.')).toBeTruthy();
  expect(screen.getByLabelText('Name of the key')).toHaveProperty('value', 'ATS');
});

const webhook = {
  id: 'hook-1',
  url: 'https://hooks.example/a',
  events: ['interview.planned', 'interview.decided'],
  created_at: fromNow(-day),
  failing_since: null,
  disabled_at: null,
  old_secret_until: null,
};
const delivery = {
  id: 'message-1',
  type: 'interview.decided',
  created_at: fromNow(-day),
  state: 'failed',
  tries: 8,
  due_at: null,
  tried_at: fromNow(-day),
  status: 503,
  failure: null,
};
const WEBHOOK_SECRET = `whsec_${'A'.repeat(43)}=`;
const pageOf = (data: object[]) => ({ data, current_page: 1, last_page: 1, total: data.length });

const openWebhooks = async (answers: Parameters<typeof serveApi>[0]) => {
  const calls = serveApi({ 'GET /api/user': { company: aCompany }, ...answers });
  await renderScreen(sections);
  await userEvent.click(await screen.findByRole('button', { name: /^Manage webhooks/ }));
  return calls;
};

test('adds a webhook for the chosen events and shows its secret once', async () => {
  const lists = [[], [webhook]];
  const calls = await openWebhooks({
    'GET /api/webhooks': () => ({ webhooks: lists.shift() ?? [webhook] }),
    'POST /api/webhooks': { webhook, secret: WEBHOOK_SECRET },
  });
  expect(await screen.findByText('No webhooks yet.')).toBeTruthy();
  const address = screen.getByLabelText('Address of the webhook');
  await fill(address, 'hooks.example');
  await userEvent.click(screen.getByText('Add webhook'));
  expect(descriptionOf(address)).toContain('starts with https://');
  await userEvent.clear(address);
  await fill(address, ' https://hooks.example/a ');
  for (const label of ['Started', 'Ended', 'Cancelled']) await userEvent.click(screen.getByLabelText(label));
  await userEvent.click(screen.getByText('Add webhook'));
  expect(await screen.findByLabelText('The secret of the webhook')).toHaveProperty('value', WEBHOOK_SECRET);
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    url: 'https://hooks.example/a',
    events: ['interview.planned', 'interview.decided'],
  });
  expect((await screen.findByRole('listitem')).textContent).toContain('Scheduled, Decided');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.getByLabelText('Address of the webhook')).toHaveProperty('value', '');
});

test('refuses a webhook without an event, and shows server refusals', async () => {
  const calls = await openWebhooks({
    'GET /api/webhooks': { webhooks: [] },
    'POST /api/webhooks': { status: 422, body: { code: 'invalid', message: 'This address cannot be reached.' } },
  });
  const address = await screen.findByLabelText('Address of the webhook');
  await fill(address, 'https://10.0.0.1/');
  await userEvent.click(screen.getByText('Add webhook'));
  expect(await screen.findByText('This address cannot be reached.')).toBeTruthy();
  expect(address).toHaveProperty('value', 'https://10.0.0.1/');
  for (const label of ['Scheduled', 'Started', 'Ended', 'Cancelled', 'Decided'])
    await userEvent.click(screen.getByLabelText(label));
  await userEvent.click(screen.getByText('Add webhook'));
  expect(descriptionOf(address)).toContain('choose at least one event');
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
});

test('lists the messages of a webhook and delivers one again', async () => {
  const lists = [[delivery], [{ ...delivery, state: 'waiting', tries: 0, due_at: fromNow(0) }]];
  const calls = await openWebhooks({
    'GET /api/webhooks': { webhooks: [{ ...webhook, failing_since: fromNow(-day) }] },
    'GET /api/webhooks/hook-1/deliveries?page=1': () => pageOf(lists.shift() ?? []),
    'POST /api/webhooks/hook-1/deliveries/message-1/redeliver': { delivery },
  });
  expect(await screen.findByText('Failing')).toBeTruthy();
  await userEvent.click(screen.getByText('Messages'));
  const messages = within(await screen.findByRole('list', { name: 'Messages' }));
  for (const text of ['Decided', 'Failed', 'Reply 503', '8 tries']) expect(messages.getByText(text)).toBeTruthy();
  await userEvent.click(messages.getByText('Redeliver'));
  expect(await screen.findByText('Waiting')).toBeTruthy();
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
});

test('goes to the last page of messages when its own is gone', async () => {
  const lists = [[{ ...delivery, id: 'message-2' }], []];
  let last = 2;
  await openWebhooks({
    'GET /api/webhooks': { webhooks: [webhook] },
    'GET /api/webhooks/hook-1/deliveries?page=1': () => ({ ...pageOf([delivery]), last_page: last }),
    'GET /api/webhooks/hook-1/deliveries?page=2': () => ({ ...pageOf(lists.shift() ?? []), last_page: last }),
    'POST /api/webhooks/hook-1/deliveries/message-2/redeliver': { delivery },
  });
  await userEvent.click(await screen.findByText('Messages'));
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await screen.findByText('Page 2 of 2');
  await waitFor(() => expect(lists).toHaveLength(1));
  last = 1;
  await userEvent.click(await screen.findByText('Redeliver'));
  await waitFor(() => expect(screen.queryByText('Page 2 of 2')).toBeNull());
  expect(await screen.findByRole('list', { name: 'Messages' })).toBeTruthy();
});

test('shows an empty list of messages, and that it failed to load', async () => {
  const answers = [{ status: 500, body: {} }, pageOf([])];
  await openWebhooks({
    'GET /api/webhooks': { webhooks: [webhook] },
    'GET /api/webhooks/hook-1/deliveries?page=1': () => answers.shift() ?? pageOf([]),
  });
  await userEvent.click(await screen.findByText('Messages'));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the messages');
  await userEvent.click(screen.getByText('Try again'));
  expect(await screen.findByText('No messages in the last 30 days.')).toBeTruthy();
});

test('switches a webhook on, replaces its secret and deletes it', async () => {
  const off = { ...webhook, disabled_at: fromNow(-day) };
  const lists = [[off], [off], [webhook], [webhook], []];
  const calls = await openWebhooks({
    'GET /api/webhooks': () => ({ webhooks: lists.shift() ?? [] }),
    'POST /api/webhooks/hook-1/enable': { webhook },
    'POST /api/webhooks/hook-1/secret': { webhook, secret: WEBHOOK_SECRET },
    'DELETE /api/webhooks/hook-1': { message: 'Webhook deleted' },
  });
  expect(await screen.findByText('Off')).toBeTruthy();
  await userEvent.click(screen.getByText('Switch on'));
  expect(await screen.findByText('Webhook switched on')).toBeTruthy();
  await userEvent.click(await screen.findByText('Replace secret'));
  expect(calls.filter(({ call }) => call.endsWith('/secret'))).toEqual([]);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByText('Replace'));
  expect(await screen.findByLabelText('The new secret')).toHaveProperty('value', WEBHOOK_SECRET);
  await userEvent.click(screen.getByText('Delete'));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByText('Delete'));
  expect(await screen.findByText('No webhooks yet.')).toBeTruthy();
  expect(screen.queryByLabelText('The new secret')).toBeNull();
});

test('shows that the list of webhooks failed to load', async () => {
  await openWebhooks({ 'GET /api/webhooks': { status: 500, body: {} } });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the webhooks');
});
