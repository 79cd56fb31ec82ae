import type { Account } from '@cip/contracts/auth';
import { COMPANY_KEY, TOKEN_KEY, USER_KEY } from './storage-keys.ts';

/** The stored bearer token, or null; null too where the browser refuses storage. */
export function storedToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

/** The stored account, or null when the token or the company is missing or unreadable. */
export function storedAccount(): Account | null {
  const company = readJson<Account['company']>(COMPANY_KEY);
  if (storedToken() === null || company === null) return null;
  const user = readJson<NonNullable<Account['user']>>(USER_KEY);
  return user === null ? { company } : { company, user };
}

/** Stores the account; the token too when one is given. */
export function storeAccount(account: Account, token?: string): void {
  if (token !== undefined) localStorage.setItem(TOKEN_KEY, token);
  localStorage.setItem(COMPANY_KEY, JSON.stringify(account.company));
  if (account.user) localStorage.setItem(USER_KEY, JSON.stringify(account.user));
  else localStorage.removeItem(USER_KEY);
}

/** Removes token and account from this device. */
export function forgetAccount(): void {
  for (const key of [TOKEN_KEY, COMPANY_KEY, USER_KEY]) localStorage.removeItem(key);
}

function readJson<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
