import type { Company, NotificationPreferences, updateCompanyProfile } from '@cip/contracts/company';
import type { Body } from '@cip/contracts/endpoint';
import type { AppContext } from '../../context.ts';
import type { Database } from '../../database.ts';
import { tidyName, valueOrNull } from '../../platform/names.ts';
import { findSubscription } from '../billing/billing.service.ts';
import { updateOwner } from '../interviewers/users.service.ts';
import * as companies from './company.repository.ts';

export const createCompany = companies.insertCompany;

/** What a company is told of until it chooses (spec section 9). */
const DEFAULT_PREFERENCES: NotificationPreferences = {
  emailNotifications: true,
  sessionReminders: true,
  weeklyReports: false,
};

/** The company as its account shows it, with its plan. */
export async function readCompany(db: Database, companyId: string): Promise<Company> {
  const company = await companies.getCompany(db, companyId);
  const subscription = await findSubscription(db, companyId);
  return {
    ...company,
    subscription_status: subscription?.status ?? 'inactive',
    subscription_ends_at: subscription?.ends_at ?? null,
    plan: subscription?.plan ?? null,
    notification_preferences: { ...DEFAULT_PREFERENCES, ...company.notification_preferences },
  };
}

/** Changes the company and its owner's account together. Throws `invalid` when the e-mail belongs to somebody. */
export async function changeProfile(
  ctx: Pick<AppContext, 'db'>,
  companyId: string,
  body: Body<typeof updateCompanyProfile>,
): Promise<Company> {
  const owner = { name: tidyName(body.name), email: body.email };
  const phone = body.phone === undefined ? undefined : valueOrNull(body.phone);
  return ctx.db.transaction().execute(async (trx) => {
    await companies.updateProfile(trx, companyId, { ...owner, phone });
    await updateOwner(trx, companyId, owner);
    return readCompany(trx, companyId);
  });
}

/** Keeps what the company wants to be told of. */
export async function changeNotificationPreferences(
  ctx: Pick<AppContext, 'db'>,
  companyId: string,
  preferences: NotificationPreferences,
): Promise<Company> {
  await companies.updateNotificationPreferences(ctx.db, companyId, preferences);
  return readCompany(ctx.db, companyId);
}
