import type { PlanUsage } from '@cip/contracts/billing';
import type { Database } from '../../database.ts';
import { countInterviewers } from '../interviewers/users.service.ts';
import { countActive, countStartedThisMonth } from '../interviews/usage.service.ts';

/** What the company uses of what its plan limits, right now. */
export async function readUsage(db: Database, companyId: string): Promise<PlanUsage> {
  const [concurrent, started, interviewers] = await Promise.all([
    countActive(db, companyId),
    countStartedThisMonth(db, companyId),
    countInterviewers(db, companyId),
  ]);
  return { concurrent_sessions: concurrent, interviews_this_month: started, interviewers };
}
