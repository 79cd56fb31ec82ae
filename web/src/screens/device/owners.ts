import { DEVICE_OWNERS_KEY } from '../../shared/device/storage-keys.ts';
import { readStoredJson } from '../../shared/device/stored-text.ts';
import type { PublicKey } from './sealed-store.ts';

/** An account that was signed in on this device, with the public key that seals its data at sign-out. */
export interface DeviceOwner {
  company: string;
  user: string;
  publicKey: PublicKey;
}

/** Returns the accounts that were signed in on this device. */
export function readOwners(): DeviceOwner[] {
  return (readStoredJson(DEVICE_OWNERS_KEY) as DeviceOwner[] | null) ?? [];
}

/** Records an account of this device. */
export function addOwner(owner: DeviceOwner): void {
  const others = readOwners().filter(({ user }) => user !== owner.user);
  localStorage.setItem(DEVICE_OWNERS_KEY, JSON.stringify([...others, owner]));
}
