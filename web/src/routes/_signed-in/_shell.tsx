import { createFileRoute, Outlet } from '@tanstack/react-router';
import { Updates } from '../../pwa/Updates.tsx';
import { AppBar } from '../../screens/AppBar.tsx';
import { OfflineStrip } from '../../screens/offline/OfflineStrip.tsx';
import { LeaveGuard } from '../../shared/ui/overlay/LeaveGuard.tsx';

export const Route = createFileRoute('/_signed-in/_shell')({ component: Shell });

/** Renders the bar of every signed-in page except the room, which has its own. */
function Shell() {
  return (
    <>
      <AppBar />
      <OfflineStrip />
      <Updates />
      <LeaveGuard />
      <Outlet />
    </>
  );
}
