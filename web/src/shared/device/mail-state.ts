import { storedAccount } from './stored-account.ts';

/**
 * The state of emails of the product: they are sent, they wait until the company's address is confirmed, or nobody gets
 * them, because email is not set up. A page promises an email only if it is sent.
 */
export type MailState = 'sent' | 'waits' | 'none';

/** Returns the state of emails here, as the server reported it with the stored account. */
export function mailState(): MailState {
  const company = storedAccount()?.company;
  if (company?.mail !== 'sent') return 'none';
  return company.email_verified ? 'sent' : 'waits';
}
