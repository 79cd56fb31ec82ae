import { probe } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { takeReturnAddress } from '../../shared/device/return-address.ts';
import { toast } from '../../shared/ui/feedback/toast-store.ts';

const DASHBOARD = '/dashboard';

/**
 * Returns the page for a user who has signed in: the page that required the sign-in, or the dashboard. If the page is a
 * room that the company may not open, returns the dashboard, with a message.
 */
export async function placeAfterSignIn(companyId: string): Promise<string> {
  const wanted = takeReturnAddress();
  if (wanted === null) return DASHBOARD;
  if (wanted.companyId === companyId) return wanted.address;
  const { pathname, searchParams } = new URL(wanted.address, window.location.origin);
  if (wanted.companyId !== null && pathname.startsWith('/test-payments/')) return DASHBOARD;
  const room = pathname === '/editor' ? searchParams.get('room') : null;
  if (room === null || !(await isClosedTo(room))) return wanted.address;
  toast('bad', 'That session is not open to this account.');
  return DASHBOARD;
}

/** Returns true if the server refuses the room to the account; false if the server is unreachable. */
async function isClosedTo(roomCode: string): Promise<boolean> {
  const params = { room_code: roomCode };
  return probe('GET /interview-sessions/room/:room_code', { params }).then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500,
  );
}
