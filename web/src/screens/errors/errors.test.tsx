import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { UnexpectedErrorScreen } from './UnexpectedErrorScreen.tsx';

afterEach(() => vi.unstubAllGlobals());

function showBroken(message: string): void {
  const Broken = (): never => {
    throw new Error(message);
  };
  // React and the router log the thrown error.
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('scrollTo', () => {});
  const broken = createRouter({
    history: createMemoryHistory(),
    routeTree: createRootRoute({ component: Broken }),
    defaultErrorComponent: UnexpectedErrorScreen,
  });
  render(<RouterProvider router={broken as never} />);
}

test('shows an error page with the detail when a screen throws', async () => {
  showBroken('The drum is stuck');
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy();
  expect(screen.getByText('The drum is stuck')).toBeTruthy();
  // A new page, because the app behind this one is broken.
  expect(screen.getByRole('link', { name: 'Code Interview Platform' }).getAttribute('href')).toBe('/');
});

test.each([
  [
    'Failed to fetch dynamically imported module: http://localhost/assets/online/RegisterScreen.js',
    false,
    'You are offline',
  ],
  ['Unable to preload CSS for http://localhost/assets/online/terms.css', false, 'You are offline'],
  ['A part of this page could not be loaded. Check your connection, then reload.', true, 'We can’t reach the server'],
])('shows that a screen failing with "%s" needs the network', async (message, isOnline, title) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  showBroken(message);
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByText(/This page needs the network/)).toBeTruthy();
  expect(screen.queryByText('Unexpected Application Error!')).toBeNull();
});
