import type { SignInOptions } from '@cip/contracts/accounts/single-sign-on';

const BY_PASSWORD: SignInOptions = { provider: null, passwords: 'all' };

/** Returns how users sign in here, as the page says in its head; by password where it says nothing. */
export function markedSignInOptions(): SignInOptions {
  const mark = document.querySelector<HTMLMetaElement>('meta[name=sign-in]');
  return mark === null ? BY_PASSWORD : (JSON.parse(mark.content) as SignInOptions);
}
