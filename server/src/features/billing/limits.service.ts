import type { Plan } from '@cip/contracts/billing/billing';
import { PLAYBACK_DAYS, playsBack } from '@cip/contracts/playback/playback-access';
import { COORDINATORS_MAX } from '@cip/contracts/accounts/roles';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { AppError } from '../../errors.ts';
import { countInterviewers, countRoles } from '../accounts/users/users.service.ts';
import { planRequired } from './billing.service.ts';
import { findSubscription, lockCompany } from './subscription/subscriptions.repository.ts';
import { countActive, countScheduled, countStartedThisMonth } from './plans/usage.repository.ts';

/** Locks the company's plan until the transaction ends. Throws if it does not allow one more interview to start. */
export async function requireInterviewStart(trx: Transaction, companyId: string): Promise<void> {
  const plan = await lockActivePlan(trx, companyId);
  const { max_concurrent_sessions: concurrent, max_interviews_per_month: monthly } = plan;
  if ((await countActive(trx, companyId)) >= concurrent)
    throw limitReached(
      plan,
      counted(concurrent, 'concurrent session'),
      'End a running session or choose a larger plan.',
    );
  if ((await countStartedThisMonth(trx, companyId)) >= monthly)
    throw limitReached(plan, `${counted(monthly, 'interview')} a month`, 'Choose a larger plan to start more.');
}

/** The same for one more planned interview, because the monthly limit counts these as well. */
export async function requireInterviewPlanned(trx: Transaction, companyId: string): Promise<void> {
  const plan = await lockActivePlan(trx, companyId);
  const most = plan.max_interviews_per_month;
  if ((await countScheduled(trx, companyId)) >= most)
    throw limitReached(
      plan,
      `${counted(most, 'scheduled session')} at a time`,
      'Start or cancel one, or choose a larger plan.',
    );
}

/** The same for one more person who interviews; coordinators and the owner are in no plan's limit. */
export async function requireInterviewerSeat(trx: Transaction, companyId: string): Promise<void> {
  const plan = await lockActivePlan(trx, companyId);
  const most = plan.max_interviewers;
  if ((await countInterviewers(trx, companyId)) >= most)
    throw limitReached(plan, counted(most, 'interviewer'), 'Choose a larger plan to add more.');
}

/** The same for one more coordinator. Their number is bounded, whatever the plan. */
export async function requireCoordinatorSeat(trx: Transaction, companyId: string): Promise<void> {
  await lockActivePlan(trx, companyId);
  if ((await countRoles(trx, companyId, ['coordinator'])) >= COORDINATORS_MAX)
    throw new AppError('limit_reached', `A company has at most ${COORDINATORS_MAX} coordinators. Delete one first.`);
}

/** Throws `plan_required` if the company's plan does not play back an interview that ended at that time. */
export async function requirePlayback(db: Database, companyId: string, endedAt: string | null): Promise<void> {
  const plan = await requirePlanOfPlayback(db, companyId);
  if (!playsBack(plan, endedAt, Date.now()))
    throw planRequired(
      `Your ${plan.name} plan plays a session back for ${PLAYBACK_DAYS} days after its end. Choose a larger plan to play older ones.`,
    );
}

/** Throws `plan_required` if the company's plan has no review links. */
export async function requireReviewLinks(db: Database, companyId: string): Promise<void> {
  const { name, recording_enabled: isEnabled } = await requirePlanOfPlayback(db, companyId);
  if (!isEnabled) throw planRequired(`Your ${name} plan has no review links. Choose a larger plan to share playbacks.`);
}

async function requirePlanOfPlayback(db: Database, companyId: string): Promise<Plan> {
  const subscription = await findSubscription(db, companyId);
  if (subscription?.status !== 'active')
    throw planRequired("You don't have an active subscription. Subscribe to a plan with playback.");
  return subscription.plan;
}

/** Locks the company until the transaction ends and returns its plan. Throws `plan_required` if none is active. */
async function lockActivePlan(trx: Transaction, companyId: string): Promise<Plan> {
  await lockCompany(trx, companyId);
  const subscription = await findSubscription(trx, companyId);
  if (subscription?.status !== 'active')
    throw planRequired("You don't have an active subscription. Subscribe now to start conducting interviews!");
  return subscription.plan;
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns the error for a reached limit; `limit` names it, such as `2 interviewers`. */
function limitReached(plan: Plan, limit: string, wayUp: string): AppError {
  return new AppError('limit_reached', `Your ${plan.name} plan includes ${limit}. ${wayUp}`);
}
