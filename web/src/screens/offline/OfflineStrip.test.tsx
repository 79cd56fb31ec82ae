import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteAnswer } from '../../shared/api/reachability.ts';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { OfflineStrip } from './OfflineStrip.tsx';

beforeEach(() => localStorage.setItem('token', 'account-token'));
afterEach(() => {
  noteAnswer(true);
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const strip = () => screen.queryByText(/^We can’t reach the server\. We keep trying\./);

test('retries immediately on a click, and hides after an answer', async () => {
  serveApi({ 'GET /api/user': { company: aCompany } });
  await renderScreen(<OfflineStrip />);
  const answering = fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  act(() => noteAnswer(false));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(strip()).toBeTruthy();
  vi.stubGlobal('fetch', answering);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(strip()).toBeNull());
});

test('retries by itself every 15 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const calls = serveApi({ 'GET /api/user': { company: aCompany } });
  await renderScreen(<OfflineStrip />);
  const before = calls.length;
  act(() => noteAnswer(false));
  await act(() => vi.advanceTimersByTimeAsync(14_000));
  expect([calls.length, strip() !== null]).toEqual([before, true]);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(calls.length).toBe(before + 1);
  expect(strip()).toBeNull();
});
