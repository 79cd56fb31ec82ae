import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AppBar } from '../../screens/AppBar.tsx';

export const Route = createFileRoute('/_signed-in/_shell')({ component: Shell });

/** The bar over every signed-in page but the room, which has one of its own. */
function Shell() {
  return (
    <>
      <AppBar />
      <Outlet />
    </>
  );
}
