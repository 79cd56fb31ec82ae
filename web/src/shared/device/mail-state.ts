import { storedAccount } from './stored-account.ts';

/**
 * What becomes of an email that the product would send: it is sent, it waits until the company's address is confirmed,
 * or nobody gets it, since email is not set up. A page promises an email only where it is sent.
 */
export type MailState = 'sent' | 'waits' | 'none';

/** Returns what becomes of emails here, as the server said with the stored account. */
export function mailState(): MailState {
  const company = storedAccount()?.company;
  if (company?.mail !== 'sent') return 'none';
  return company.email_verified ? 'sent' : 'waits';
}
