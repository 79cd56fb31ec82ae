import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { CalendarSection } from './CalendarSection.tsx';

beforeAll(() => import('../../features/interviews/CalendarFeed.tsx'));
beforeEach(() => localStorage.setItem('token', 'account-token'));
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const SINCE = '2026-11-20T10:00:00.000Z';
const address = (name: string) => `https://interviews.example/api/public/calendar/${name.repeat(43)}.ics`;

const open = async (answers: Parameters<typeof serveApi>[0]) => {
  const calls = serveApi({ 'GET /api/user': { company: aCompany }, ...answers });
  await renderScreen(<CalendarSection />);
  await userEvent.click(await screen.findByRole('button', { name: /^Manage calendar/ }));
  return calls;
};

test.each([
  [null, 'Off'],
  [SINCE, 'On since Nov 20, 2026'],
])('shows while closed whether a calendar reads it: %s', async (created_at, state) => {
  serveApi({ 'GET /api/user': { company: aCompany }, 'GET /api/calendar-feed': { created_at } });
  await renderScreen(<CalendarSection />);
  expect(await screen.findByText(state)).toBeTruthy();
});

test('creates an address, shows it once, and replaces it', async () => {
  // Read for the closed section, and again for the open one.
  const since = [null, null, SINCE];
  const addresses = [address('a'), address('b')];
  await open({
    'GET /api/calendar-feed': () => ({ created_at: since.length > 0 ? since.shift() : SINCE }),
    'POST /api/calendar-feed': () => ({ address: addresses.shift(), created_at: SINCE }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Create calendar address' }));
  const field = await screen.findByLabelText('Your calendar address');
  expect(field).toHaveProperty('value', address('a'));
  expect(screen.getByRole('link', { name: 'subscribe here' }).getAttribute('href')).toBe(
    address('a').replace('https', 'webcal'),
  );

  await userEvent.click(await screen.findByRole('button', { name: 'Replace address' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('no longer see your sessions');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Replace' }));
  expect(await screen.findByDisplayValue(address('b'))).toBeTruthy();
});

test('keeps a new address, which is shown once, if the list cannot be read again', async () => {
  const answers = [{ created_at: null }, { created_at: null }];
  await open({
    'GET /api/calendar-feed': () =>
      answers.shift() ?? { status: 429, body: { code: 'too_many_requests', message: 'Too many requests.' } },
    'POST /api/calendar-feed': { address: address('a'), created_at: SINCE },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Create calendar address' }));
  expect(await screen.findByText('Failed to load your calendar')).toBeTruthy();
  expect(screen.getByLabelText('Your calendar address')).toHaveProperty('value', address('a'));
});

test('turns the address off, and says when that fails', async () => {
  const since = [SINCE, SINCE, SINCE, null];
  const answers = [{ status: 500, body: { code: 'internal', message: '' } }, { message: 'Calendar feed turned off' }];
  await open({
    'GET /api/calendar-feed': () => ({ created_at: since.shift() ?? null }),
    'DELETE /api/calendar-feed': () => answers.shift() ?? answers,
  });
  const turnOff = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn off' }));
  };
  expect(await screen.findByText(/A calendar can read your sessions since/)).toBeTruthy();
  await turnOff();
  expect(await screen.findByText('Failed to turn the calendar address off')).toBeTruthy();
  await turnOff();
  expect(await screen.findByRole('button', { name: 'Create calendar address' })).toBeTruthy();
});
