import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
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

// A memory history does not block Back, which calls the same function in a browser.
test('asks before an open sheet with unsaved input closes, and not before a place in the same page', async () => {
  localStorage.setItem('token', 'account-token');
  vi.stubGlobal('scrollTo', () => undefined);
  const history = createMemoryHistory({ initialEntries: ['/sessions', '/sessions?session=abc'] });
  const routeTree = createRootRoute({ component: () => <Form isDirty />, notFoundComponent: () => <Form isDirty /> });
  render(<RouterProvider router={createRouter({ routeTree, history }) as never} />);
  await act(async () => history.push('/sessions?session=abc#notes'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await act(async () => history.push('/sessions'));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(history.location.search).toBe('?session=abc');
});
