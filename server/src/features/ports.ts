import type { Subscription } from '@cip/contracts/billing/billing';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/authenticate.ts';

/** The functions that features need from higher ones, which they cannot import. `app.ts` connects them. */
export interface Ports {
  /** Returns a company's subscription, which accounts show and billing stores. */
  findSubscription(db: Database, companyId: string): Promise<Subscription | undefined>;
  /** Throws unless the company's plan has room for one more interviewer: accounts add them, billing knows the plan. */
  requireInterviewerSeat(trx: Transaction, companyId: string): Promise<void>;
  /** Returns the interviews whose team notes the account may not read: interviews show them, scorecards decide. */
  findHiddenNotes(db: Database, viewer: Principal, interviewIds: readonly string[]): Promise<ReadonlySet<string>>;
}
