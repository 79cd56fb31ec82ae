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

/** Sealed work is deleted after 14 days (ms): its account did not return to this device. */
const SEALED_FOR_MS = 14 * 24 * 60 * 60 * 1000;
const LOCK = 'device-data';

/**
 * Seals this device's data of other accounts, restores the sealed data of the signed-in one, and deletes data that was
 * sealed too long ago. Any page may run it at any time.
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
  // Deletes only data that is sealed by now, so that a crash in between loses nothing; operation ids make repeats
  // harmless.
  await deleteAccountData(data);
}

/** Deletes expired sealed data. Returns the users who have sealed data left. */
async function deleteExpired(): Promise<Set<string>> {
  return withSealedRows(async ({ rows, remove }) => {
    const isExpired = ({ at }: { at: number }) => Date.now() - at > SEALED_FOR_MS;
    for (const { number } of rows.filter(isExpired)) await remove(number);
    return new Set(rows.filter((row) => !isExpired(row)).map(({ user }) => user));
  });
}

async function restoreDataOf({ company, user }: DataOwner, hasSealed: boolean): Promise<void> {
  if (!hasSealed && readOwners().some((owner) => owner.user === user)) return;
  const { d, ...publicKey } = await probe('GET /user/device-key');
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
