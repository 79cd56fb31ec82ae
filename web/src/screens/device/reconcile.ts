import type { getDeviceKey } from '@cip/contracts/device-key';
import { accountOfPage } from '../../features/outbox/account-of-page.ts';
import { reloadOutbox } from '../../features/outbox/page-outbox.ts';
import { probe } from '../../shared/api/api-client.ts';
import {
  decodeData,
  deleteAccountData,
  encodeData,
  isEmpty,
  putBackAccountData,
  readAccountData,
  unsentOf,
} from './account-data.ts';
import type { DataOwner } from './account-data.ts';
import { addOwner, readOwners } from './owners.ts';
import type { DeviceOwner } from './owners.ts';
import { seal, unseal, withSealedRows } from './sealed-store.ts';

/** Sealed work ends after 14 days, in milliseconds: its account did not come back to this device. */
const SEALED_FOR_MS = 14 * 24 * 60 * 60 * 1000;
const LOCK = 'device-data';

/**
 * Brings what this device holds into line with who is signed in: seals what it holds of other accounts, puts back
 * what was sealed of this one, and deletes what was sealed too long ago. Any page may run it at any time.
 */
export async function reconcile(): Promise<void> {
  if (!navigator.locks) return run();
  await navigator.locks.request(LOCK, run);
}

async function run(): Promise<void> {
  const account = accountOfPage();
  for (const owner of readOwners()) if (owner.user !== account?.user) await sealDataOf(owner);
  const sealedUsers = await deleteExpired();
  if (account) await restoreDataOf(account, sealedUsers.has(account.user));
}

async function sealDataOf(owner: DeviceOwner): Promise<void> {
  const data = await readAccountData(owner);
  const unsent = unsentOf(data);
  if (!isEmpty(unsent)) {
    const row = await seal(owner.user, owner.publicKey, encodeData(unsent));
    await withSealedRows((store) => store.add(row));
  }
  // Only what is sealed by now: a crash in between costs nothing, repeats are harmless by their operation ids.
  await deleteAccountData(data);
}

/** Deletes what was sealed too long ago. Returns the users of whom something sealed is left. */
async function deleteExpired(): Promise<Set<string>> {
  return withSealedRows(async ({ rows, remove }) => {
    const isExpired = ({ at }: { at: number }) => Date.now() - at > SEALED_FOR_MS;
    for (const { number } of rows.filter(isExpired)) await remove(number);
    return new Set(rows.filter((row) => !isExpired(row)).map(({ user }) => user));
  });
}

async function restoreDataOf({ company, user }: DataOwner, hasSealed: boolean): Promise<void> {
  if (!hasSealed && readOwners().some((owner) => owner.user === user)) return;
  const { d, ...publicKey } = await probe<typeof getDeviceKey>('GET', '/user/device-key');
  addOwner({ company, user, publicKey });
  if (!hasSealed) return;
  await withSealedRows(async ({ rows, remove }) => {
    for (const row of rows) {
      if (row.user !== user) continue;
      await putBackAccountData(decodeData(await unseal(row, { ...publicKey, d })));
      await remove(row.number);
    }
  });
  reloadOutbox();
}
