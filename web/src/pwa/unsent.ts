import { outbox } from '../features/outbox/page-outbox.ts';

/** Resolves to true if work of the signed-in account waits on this device; then a new version must not be activated. */
export async function hasUnsent(): Promise<boolean> {
  const entries = await outbox.list().catch(() => []);
  return entries.some(({ refused }) => !refused);
}
