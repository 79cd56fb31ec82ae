import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchInstallOffer } from '../pwa/install-offer.ts';
import { AppTheme } from '../shared/ui/theme/AppTheme.tsx';
import { resetIndexedDb } from '../testing/fake-indexed-db.ts';
import { aCompany } from '../testing/examples.ts';
import { serveApi } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { AppBar } from './AppBar.tsx';

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

const renderBar = () =>
  renderScreen(
    <AppTheme>
      <AppBar />
    </AppTheme>,
  );
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

test('does not offer to install the installed app', async () => {
  Object.defineProperty(navigator, 'standalone', { value: true, configurable: true });
  await renderBar();
  await openMenu();
  expect(screen.queryByRole('menuitem', { name: 'Install app' })).toBeNull();
});
