import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useUnsaved } from '../../device/unsaved.ts';
import { LeaveGuard } from './LeaveGuard.tsx';

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

function Form({ isDirty }: { isDirty: boolean }) {
  useUnsaved(isDirty);
  return <LeaveGuard />;
}

/** Returns true if the browser shows its question before this page reloads. */
async function asksBeforeReload(isDirty: boolean): Promise<boolean> {
  vi.stubGlobal('scrollTo', () => undefined);
  const component = () => (
    <>
      <Form isDirty={isDirty} />
      Settings
    </>
  );
  // The browser history, not a memory history, because only the former listens to reloads.
  const { unmount } = render(
    <RouterProvider router={createRouter({ routeTree: createRootRoute({ component }) }) as never} />,
  );
  await screen.findByText('Settings');
  const reload = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(reload);
  unmount();
  return reload.defaultPrevented;
}

test('guards a reload with unsaved input while signed in', async () => {
  localStorage.setItem('token', 'account-token');
  expect(await asksBeforeReload(true)).toBe(true);
  expect(await asksBeforeReload(false)).toBe(false);
  localStorage.clear();
  expect(await asksBeforeReload(true)).toBe(false);
});
