import type { SignInOptions } from '@cip/contracts/accounts/single-sign-on';

const BY_PASSWORD: SignInOptions = { provider: null, passwords: 'all' };

/** Returns the ways to sign in here, from the page's head; by password if it names none. */
export function markedSignInOptions(): SignInOptions {
  const mark = document.querySelector<HTMLMetaElement>('meta[name=sign-in]');
  return mark === null ? BY_PASSWORD : (JSON.parse(mark.content) as SignInOptions);
}
