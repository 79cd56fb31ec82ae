import { waitingCount } from '../features/documents/save-outbox.ts';

/** True while work of the signed-in account waits on this device for the server: no moment for a new version. */
export async function hasUnsent(): Promise<boolean> {
  return (await waitingCount()) > 0;
}
