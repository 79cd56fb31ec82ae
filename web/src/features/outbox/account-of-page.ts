import { storedAccount, storedToken } from '../../shared/device/stored-account.ts';
import type { Account } from './outbox-entry.ts';

/**
 * Returns the account that is signed in on this device. The user is read from the token, because another tab may be in
 * the middle of a sign-in and an entry must be sent by the user of the token.
 */
export function accountOfPage(): Account | null {
  const token = storedToken();
  const account = storedAccount();
  if (token === null || account === null) return null;
  return { company: account.company.id, user: subjectOf(token) ?? account.user?.id ?? '', token };
}

function subjectOf(token: string): string | null {
  try {
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as {
      sub?: unknown;
    };
    return typeof claims.sub === 'string' ? claims.sub : null;
  } catch {
    return null;
  }
}
