import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchInstallOffer } from '../pwa/install-offer.ts';
import { resetIndexedDb } from '../testing/fake-indexed-db.ts';
import { aCompany, anInterview } from '../testing/examples.ts';
import { serveApi } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { AppBar } from './AppBar.tsx';
import { fill } from '../testing/fill.ts';

beforeEach(() => {
  resetIndexedDb();
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  serveApi({ 'GET /api/user': { company: aCompany } });
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'standalone');
});

const renderBar = () => renderScreen(<AppBar />);
const openMenu = async () => userEvent.click(await screen.findByRole('button', { name: /^Account menu/ }));
const closeMenu = () => userEvent.keyboard('{Escape}');

test('installs the app from the menu, once per offer of the browser', async () => {
  watchInstallOffer();
  await renderBar();
  await openMenu();
  expect(screen.queryByRole('menuitem', { name: 'Install app' })).toBeNull();
  await closeMenu();

  const prompt = vi.fn<() => Promise<void>>().mockResolvedValue();
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(offer));
  // The browser's own banner does not show.
  expect(offer.defaultPrevented).toBe(true);
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Install app' }));
  expect(prompt).toHaveBeenCalledTimes(1);
  await openMenu();
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Install app' })).toBeNull());
});

test('shows how to install where only the browser’s own menu installs', async () => {
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
  await renderBar();
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Install app' }));
  const dialog = await screen.findByRole('dialog', { name: 'Install app' });
  expect(dialog.textContent).toContain('Add to Home Screen');
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('offers no installation in the installed app', async () => {
  Object.defineProperty(navigator, 'standalone', { value: true, configurable: true });
  await renderBar();
  await openMenu();
  expect(screen.queryByRole('menuitem', { name: 'Install app' })).toBeNull();
});

test('links the main screens, more of them for the owner', async () => {
  await renderBar();
  const places = async () =>
    within(await screen.findByRole('navigation', { name: 'Main' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
  expect(await places()).toEqual(['/dashboard', '/sessions', '/questions', '/interviewers', '/settings']);
  expect(screen.getByRole('link', { name: 'Code Interview Platform' }).getAttribute('href')).toBe('/dashboard');
  cleanup();
  const user = { id: 'u-1', name: 'Maya', email: 'maya@example.com', role: 'interviewer' };
  serveApi({ 'GET /api/user': { company: aCompany, user } });
  await renderBar();
  expect(await places()).toEqual(['/dashboard', '/sessions', '/questions', '/settings']);
});

test('reaches the link that skips to the content by Tab', async () => {
  await renderScreen(
    <>
      <AppBar />
      <main tabIndex={-1}>Content</main>
    </>,
  );
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Skip to content');
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement?.tagName).toBe('MAIN');
});

test('opens the search with Ctrl-K, and a result by keyboard', async () => {
  // jsdom does not scroll.
  Element.prototype.scrollIntoView = () => undefined;
  const list = { data: [anInterview({ status: 'completed' })], current_page: 1, last_page: 1, total: 1 };
  serveApi({
    'GET /api/user': { company: aCompany },
    'GET /api/interview-sessions?page=1': list,
    'GET /api/interview-sessions?status=active': { ...list, data: [] },
    'GET /api/interview-sessions?upcoming=true': { ...list, data: [] },
  });
  const { history } = await renderBar();
  await userEvent.keyboard('{Control>}k{/Control}');
  const search = await screen.findByRole('combobox');
  await fill(search, 'intervie');
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  await waitFor(() => expect(history.location.pathname).toBe('/interviewers'));
  expect(screen.queryByRole('combobox')).toBeNull();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(await screen.findByRole('combobox'), 'ada');
  expect(await screen.findByRole('option', { name: /Ada Lovelace/, selected: true })).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(history.location.href).toBe('/sessions?session=private-room-abc123def');
});
