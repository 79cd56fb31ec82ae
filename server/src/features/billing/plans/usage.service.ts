import type { PlanUsage } from '@cip/contracts/billing/billing';
import type { Database } from '../../../platform/database/database.ts';
import { countInterviewers } from '../../accounts/users/users.service.ts';
import { countActive, countStartedThisMonth } from './usage.repository.ts';

/** Returns how much of its plan's limits a company uses now. */
export async function readUsage(db: Database, companyId: string): Promise<PlanUsage> {
  const [concurrent, started, interviewers] = await Promise.all([
    countActive(db, companyId),
    countStartedThisMonth(db, companyId),
    countInterviewers(db, companyId),
  ]);
  return { concurrent_sessions: concurrent, interviews_this_month: started, interviewers };
}
