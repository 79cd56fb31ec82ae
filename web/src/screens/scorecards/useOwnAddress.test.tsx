import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useOwnAddress } from './useOwnAddress.ts';

function Session() {
  useOwnAddress('id-1', 0);
  return null;
}

test('gives the page of an ended session its own address', async () => {
  const root = createRootRoute();
  const routes = ['/', '/sessions', '/sessions/$id'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: path.endsWith('$id') ? Session : () => null }),
  );
  const history = createMemoryHistory();
  const router = createRouter({ history, routeTree: root.addChildren(routes) });
  render(<RouterProvider router={router as never} />);
  const go = { to: '/sessions/$id', params: { id: 'id-1' } };
  await router.navigate({ ...go, mask: { to: '/sessions' } } as never);
  expect(router.latestLocation.pathname).toBe('/sessions/id-1');
  await waitFor(() => expect(history.location.pathname).toBe('/sessions/id-1'));
  expect(router.latestLocation.maskedLocation).toBeUndefined();

  await router.navigate({ to: '/' } as never);
  await router.navigate(go as never);
  expect(history.location.pathname).toBe('/sessions/id-1');
});
