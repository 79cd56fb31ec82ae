import { CALL_LINK_MAX } from '@cip/contracts/interviews/plan-fields';
import { invalid } from '../../../errors.ts';

/**
 * Returns the normal form of a call's link; null for no link. It is ASCII, so that no look-alike letter hides in its
 * host. Throws `invalid` unless it is an https address without credentials.
 */
export function requireCallLink(text: string | null): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' && url.username === '' && url.password === '';
  if (!isSafe || url.href.length > CALL_LINK_MAX)
    throw invalid('call_link', 'Please enter an https:// link without a user name or password.');
  return url.href;
}
