import type { Account } from '@cip/contracts/accounts/auth';
import { SHARE_PATH } from '../share-path.ts';
import {
  ACCOUNT_AT_KEY,
  COMPANY_KEY,
  LAST_KNOWN_DATABASE,
  SHARED_TEXT_DATABASE,
  TOKEN_KEY,
  USER_KEY,
} from './storage-keys.ts';
import { readStored, readStoredJson, removeStored } from './stored-text.ts';

/** Returns the stored bearer token; null if there is none, or the browser refuses storage. */
export function storedToken(): string | null {
  return readStored(TOKEN_KEY);
}

/** Returns true if another sign-in has replaced this token; false if this device is signed out. */
export function isReplacedToken(token: string | null): boolean {
  return ![token, null].includes(storedToken());
}

/** Returns the stored account; null if the token or the company is missing or unreadable. */
export function storedAccount(): Account | null {
  const company = readStoredJson(COMPANY_KEY) as Account['company'] | null;
  if (storedToken() === null || company === null) return null;
  const user = readStoredJson(USER_KEY) as NonNullable<Account['user']> | null;
  return user === null ? { company } : { company, user };
}

const listeners = new Set<() => void>();

/** Calls the listener when this page stores or removes an account; returns a function that unsubscribes. */
export function onAccountChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Stores the account and, if given, its token. */
export function storeAccount(account: Account, token?: string): void {
  if (token !== undefined) localStorage.setItem(TOKEN_KEY, token);
  localStorage.setItem(COMPANY_KEY, JSON.stringify(account.company));
  if (account.user) localStorage.setItem(USER_KEY, JSON.stringify(account.user));
  else localStorage.removeItem(USER_KEY);
  localStorage.setItem(ACCOUNT_AT_KEY, String(Date.now()));
  for (const listener of listeners) listener();
}

/** Returns a key of an account. */
export const ownerOf = ({ company, user }: Account) => `${company.id} ${user?.id ?? ''}`;

/** Returns a key of the stored account, or null if there is none. */
export function storedOwner(): string | null {
  const account = storedAccount();
  return account && ownerOf(account);
}

/** Returns when the server last confirmed the stored account, in milliseconds since 1970; 0 if unknown. */
export function accountConfirmedAt(): number {
  return Number(readStored(ACCOUNT_AT_KEY));
}

/** Removes the token, the account, its cached data and the file it shared with the app from this device. */
export function forgetAccount({ keepsShared = false } = {}): void {
  for (const key of [TOKEN_KEY, COMPANY_KEY, USER_KEY, ACCOUNT_AT_KEY]) removeStored(key);
  // Absent if the browser refuses storage.
  globalThis.indexedDB?.deleteDatabase(LAST_KNOWN_DATABASE);
  if (!keepsShared) globalThis.indexedDB?.deleteDatabase(SHARED_TEXT_DATABASE);
  for (const listener of listeners) listener();
}

/** Does the same for an account that the server refuses; a file that opened this page waits for the sign-in. */
export function forgetRefusedAccount(): void {
  forgetAccount({ keepsShared: window.location.pathname === SHARE_PATH });
}
