import { createFileRoute, Outlet } from '@tanstack/react-router';
import { Updates } from '../../pwa/Updates.tsx';
import { AppBar } from '../../screens/AppBar.tsx';
import { OfflineStrip } from '../../screens/offline/OfflineStrip.tsx';

export const Route = createFileRoute('/_signed-in/_shell')({ component: Shell });

/** The bar over every signed-in page but the room, which has one of its own. */
function Shell() {
  return (
    <>
      <AppBar />
      <OfflineStrip />
      <Updates />
      <Outlet />
    </>
  );
}
