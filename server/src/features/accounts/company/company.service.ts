import type {
  Company,
  NotificationPreferences,
  updateCompanyProfile,
  updateSecurity,
  updateVisibility,
} from '@cip/contracts/accounts/company';
import type { Body } from '@cip/contracts/protocol/endpoint';
import type { Rules } from '@cip/contracts/rooms/rules';
import type { AppContext } from '../../../context.ts';
import { forbidden } from '../../../errors.ts';
import type { Database } from '../../../platform/database/database.ts';
import { requireRecentSignIn, type Principal } from '../../../platform/http/authenticate.ts';
import { requireName, valueOrNull } from '../../../platform/names.ts';
import { orderVerificationMail } from '../emails/email-verification.service.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { findOwner } from '../records/users.repository.ts';
import { isVerifiedAtOnce, updateOwner } from '../users/users.service.ts';
import * as companies from './company.repository.ts';
import { requireCallLink } from './call-link.ts';
import { areSameRules, isSameRule, tidyRule } from './rule.ts';
import { orderEmailChangeMail } from '../emails/email-change-mails.service.ts';

export { areSameRules, isSameRule, requireCallLink, tidyRule };

/** The notifications of a company that has not chosen (spec section 9). */
const DEFAULT_PREFERENCES: NotificationPreferences = {
  emailNotifications: true,
  sessionReminders: true,
  weeklyReports: false,
};

/** Returns the company as its account shows it, with its plan. */
export async function readCompany({ db, findSubscription, mails }: AppContext, companyId: string): Promise<Company> {
  const company = await companies.getCompany(db, companyId);
  const subscription = await findSubscription(db, companyId);
  return {
    ...company,
    subscription_status: subscription?.status ?? 'inactive',
    subscription_ends_at: subscription?.ends_at ?? null,
    plan: subscription?.plan ?? null,
    notification_preferences: { ...DEFAULT_PREFERENCES, ...company.notification_preferences },
    mail: mails.delivery,
  };
}

/** Returns the company's name and e-mail. */
export async function readOwnerContact(db: Database, companyId: string): Promise<{ name: string; email: string }> {
  const { name, email } = await companies.getCompany(db, companyId);
  return { name, email };
}

/** Returns the video call of the company's interviews if they set no other, or null. */
export async function companyCallLink(db: Database, companyId: string): Promise<string | null> {
  return (await companies.getCompany(db, companyId)).call_link;
}

/** Returns the rule and the completion of the company's interviews if they set no other. */
export async function companyRules(db: Database, companyId: string): Promise<Rules> {
  const { rule, completion } = await companies.getCompany(db, companyId);
  return { rule, completion };
}

/** Returns the notification preferences of a company. */
export async function readPreferences(db: Database, companyId: string): Promise<NotificationPreferences> {
  const { notification_preferences: chosen } = await companies.getCompany(db, companyId);
  return { ...DEFAULT_PREFERENCES, ...chosen };
}

/** Returns the recipient of an e-mail that `preference` controls; undefined if that is off or the company is gone. */
export async function findMailRecipient(
  db: Database,
  companyId: string,
  preference: keyof NotificationPreferences,
): Promise<Pick<companies.CompanyProfile, 'name' | 'email'> | undefined> {
  const found = await companies.findContact(db, companyId);
  return found && (await readPreferences(db, companyId))[preference] ? found : undefined;
}

/** Returns whether the company's e-mail differs from this e-mail, apart from case. */
export async function hasOtherEmail(db: Database, companyId: string, email: string): Promise<boolean> {
  return (await companies.getCompany(db, companyId)).email.toLowerCase() !== email.toLowerCase();
}

/**
 * Changes the company and its owner's account together; if the e-mail changes, the previous address gets an undo link.
 * Throws `invalid` for a taken e-mail, an overlong name or an unsafe call link, `forbidden` if an admin changes the
 * e-mail, and `reauthenticate` if a new e-mail comes without a recent sign-in.
 */
export async function changeProfile(
  ctx: AppContext,
  principal: Principal,
  body: Body<typeof updateCompanyProfile>,
): Promise<Company> {
  const { companyId, userId } = principal;
  const owner = { name: requireName('name', body.name), email: body.email };
  const phone = body.phone === undefined ? undefined : valueOrNull(body.phone);
  const link = body.call_link === undefined ? undefined : requireCallLink(body.call_link);
  const rule = body.rule === undefined ? undefined : tidyRule(body.rule);
  return ctx.db.transaction().execute(async (trx) => {
    const before = await companies.lockCompany(trx, companyId);
    const isNewEmail = owner.email !== before.email;
    if (isNewEmail) requireOwnEmail(principal);
    const rules = { rule: rule === undefined ? before.rule : rule, completion: body.completion ?? before.completion };
    await companies.updateProfile(trx, companyId, { ...owner, phone, call_link: link, ...rules });
    const fields = [
      ...(owner.name === before.name ? [] : (['name'] as const)),
      ...(isNewEmail ? (['email'] as const) : []),
      ...(phone === undefined || phone === before.phone ? [] : (['phone'] as const)),
      ...(link === undefined || link === before.call_link ? [] : (['call link'] as const)),
      ...(areSameRules(rules, before) ? [] : (['rule'] as const)),
    ];
    const entry = { companyId, action: 'settings.profile_changed' as const, by: { userId }, details: { fields } };
    if (fields.length > 0) await recordAudit(trx, entry);
    const { email_verified_at: verifiedAt } = await findOwner(trx, companyId);
    await updateOwner(trx, companyId, { ...owner, isNewEmail, isEmailVerified: isVerifiedAtOnce(ctx.config) });
    const from = { companyId, userId, email: before.email, wasVerified: verifiedAt !== null };
    if (isNewEmail) await orderEmailChangeMail(ctx, trx, from);
    if (isNewEmail) await orderVerificationMail(ctx, trx, { companyId, userId, email: owner.email });
    return readCompany({ ...ctx, db: trx }, companyId);
  });
}

// The company's e-mail is also the owner's for signing in.
function requireOwnEmail(principal: Principal): void {
  if (principal.role !== 'owner') throw forbidden("Only the company's owner can change its e-mail.");
  requireRecentSignIn(principal);
}

/** Sets whether every user needs the second step; open sign-ins continue. Throws `reauthenticate`. */
export async function changeSecurity(
  ctx: AppContext,
  principal: Principal,
  security: Body<typeof updateSecurity>,
): Promise<Company> {
  requireRecentSignIn(principal);
  const { companyId, userId } = principal;
  const action = security.requires_second_factor
    ? 'settings.second_factor_required'
    : 'settings.second_factor_optional';
  return ctx.db.transaction().execute(async (trx) => {
    await companies.updateSecurity(trx, companyId, security);
    await recordAudit(trx, { companyId, action, by: { userId } });
    return readCompany({ ...ctx, db: trx }, companyId);
  });
}

/**
 * Sets who sees the company's interviews. Open sign-ins are affected immediately; sockets in rooms that become hidden
 * are closed on every node.
 */
export async function changeVisibility(
  ctx: AppContext,
  { companyId, userId }: Principal,
  visibility: Body<typeof updateVisibility>,
): Promise<Company> {
  const company = await ctx.db.transaction().execute(async (trx) => {
    await companies.updateVisibility(trx, companyId, visibility);
    await recordAudit(trx, { companyId, action: 'settings.visibility_changed', by: { userId } });
    return readCompany({ ...ctx, db: trx }, companyId);
  });
  if (visibility.interviews_visible_to === 'own') await ctx.rooms.closeHidden();
  return company;
}

/** Sets the notification preferences of the company. */
export async function changeNotificationPreferences(
  ctx: AppContext,
  { companyId, userId }: Principal,
  preferences: NotificationPreferences,
): Promise<Company> {
  await ctx.db.transaction().execute(async (trx) => {
    const { notification_preferences: before } = await companies.getCompany(trx, companyId);
    await companies.updateNotificationPreferences(trx, companyId, { ...before, ...preferences });
    await recordAudit(trx, { companyId, action: 'settings.notifications_changed', by: { userId } });
  });
  return readCompany(ctx, companyId);
}
