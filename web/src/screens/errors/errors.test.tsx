import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { UnexpectedErrorScreen } from './UnexpectedErrorScreen.tsx';

afterEach(() => vi.unstubAllGlobals());

function Broken(): never {
  throw new Error('The drum is stuck');
}

test('a screen that breaks leaves an error page with the detail', async () => {
  // React and the router report what was thrown.
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('scrollTo', () => {});
  const broken = createRouter({
    history: createMemoryHistory(),
    routeTree: createRootRoute({ component: Broken }),
    defaultErrorComponent: UnexpectedErrorScreen,
  });
  render(<RouterProvider router={broken as never} />);
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy();
  expect(screen.getByText('The drum is stuck')).toBeTruthy();
});
