import { outbox } from '../features/outbox/page-outbox.ts';

/** True while work of the signed-in account waits on this device for the server: no moment for a new version. */
export async function hasUnsent(): Promise<boolean> {
  const entries = await outbox.list().catch(() => []);
  return entries.some(({ refused }) => !refused);
}
