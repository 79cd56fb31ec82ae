import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { PrivacyScreen, TermsScreen } from './LegalScreens.tsx';

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const SCREENS: [string, ReactNode, RegExp][] = [
  ['Privacy', <PrivacyScreen key="privacy" />, /there is no tracking/],
  ['Terms', <TermsScreen key="terms" />, /never interrupts a running interview/],
];

test.each(SCREENS)('%s is a public page', async (title, page, text) => {
  const calls = serveApi({});
  const { history } = await renderScreen(page);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(document.title).toBe(`${title} · Code Interview Platform`);
  expect(screen.getByText(text)).toBeTruthy();
  const contents = within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('link');
  for (const link of contents) {
    const section = document.querySelector(link.getAttribute('href') ?? '');
    expect(section?.querySelector('h2')?.textContent).toBe(link.textContent);
  }
  expect(contents.length).toBeGreaterThan(4);
  expect(calls).toEqual([]);
  history.push('/elsewhere');
  await userEvent.click(screen.getByRole('link', { name: 'Back to the main page' }));
  expect(history.location.pathname).toBe('/');
});

test('leads to the licences of the software that runs programs', async () => {
  await renderScreen(<TermsScreen />);
  const link = await screen.findByRole('link', { name: 'Read these licenses' });
  expect(link.getAttribute('href')).toBe('/run/notice.txt');
});

test('leads a signed-in user back to the plans', async () => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  serveApi({ 'GET /api/user': { company: aCompany } });
  const { history } = await renderScreen(<TermsScreen />);
  await userEvent.click(await screen.findByRole('link', { name: 'Back to the plans' }));
  expect(history.location.pathname).toBe('/subscription-plans');
});
