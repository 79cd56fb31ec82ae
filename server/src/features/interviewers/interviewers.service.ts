import { randomUUID } from 'node:crypto';
import type { AuditDetails } from '@cip/contracts/accounts/audit';
import type { Body } from '@cip/contracts/protocol/endpoint';
import type {
  createInterviewer as createCall,
  updateInterviewer as updateCall,
  User,
} from '@cip/contracts/accounts/interviewers';
import { NO_SUCH_INTERVIEWER } from '@cip/contracts/protocol/not-found';
import {
  COORDINATORS_MAX,
  GIVEN_ROLES,
  isReduced,
  mayInterview,
  mayManageRole,
  type GivenRole,
} from '@cip/contracts/accounts/roles';
import type { AppContext, DbContext, MailContext } from '../../context.ts';
import { forbidden, invalid, notFound } from '../../errors.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { retryDeadlocks } from '../../platform/database/deadlock.ts';
import { deleteMailsTo } from '../../platform/mail/delete-mails.ts';
import { requireName } from '../../platform/names.ts';
import { requireRecentSignIn, type Principal } from '../../platform/http/authenticate.ts';
import { hashPassword } from '../../platform/security/password.ts';
import { pageBounds, toPage } from '../../platform/http/paging.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { endSignInsOf } from '../accounts/sign-in/auth.service.ts';
import { orderPasswordNotice } from '../accounts/passwords/password-notices.service.ts';
import { rememberRemovedUser } from '../accounts/single-sign-on/removed-users.service.ts';
import { refuseWherePasswordsAreOff } from '../accounts/sign-in-ways.service.ts';
import { lockCompany } from '../billing/billing.service.ts';
import { requireCoordinatorSeat, requireInterviewerSeat } from '../billing/limits.service.ts';
import {
  countRoles,
  createUser,
  hashNewPassword,
  isVerifiedAtOnce,
  updateInterviewer,
} from '../accounts/users/users.service.ts';
import * as interviewers from './interviewers.repository.ts';
import { orderUserInvitation } from './invitations.service.ts';

/** People per page: as many as the largest plan allows, and all coordinators, because their screen has no pager. */
const INTERVIEWERS_PAGE_SIZE = 100 + COORDINATORS_MAX;

const noSuchInterviewer = () => notFound(NO_SUCH_INTERVIEWER);

/** Returns a page of the company's people, without the owner. */
export async function listInterviewers({ db }: DbContext, companyId: string, page: number | undefined) {
  const [rows, total] = await Promise.all([
    interviewers.listInterviewers(db, companyId, pageBounds(page, INTERVIEWERS_PAGE_SIZE)),
    countRoles(db, companyId, GIVEN_ROLES),
  ]);
  return toPage(rows, page, INTERVIEWERS_PAGE_SIZE, total);
}

/**
 * Adds a person within the plan and invites them by e-mail; without a password if users sign in with the provider or
 * choose one by the link of the invitation. Throws `plan_required`, `limit_reached`, `password_off`, `invalid` for a
 * field, `forbidden` if the caller may not give the role, and `reauthenticate` if an admin is added without a recent
 * sign-in.
 */
export async function addInterviewer(
  ctx: MailContext,
  principal: Principal,
  body: Body<typeof createCall>,
): Promise<User> {
  const { companyId, userId } = principal;
  const { role = 'interviewer' } = body;
  requireManages(principal, role);
  // An admin may do nearly all that the owner may: a stolen token must not make one.
  if (role === 'admin') requireRecentSignIn(principal);
  const name = requireName('name', body.name);
  const isEmailVerified = isVerifiedAtOnce(ctx.config);
  const passwordHash = await firstPasswordHash(ctx, body.password);
  return ctx.db.transaction().execute(async (trx) => {
    await requireSeat(trx, companyId, role);
    const user = await createUser(trx, {
      companyId,
      role,
      name,
      email: body.email,
      passwordHash,
      hasPassword: body.password !== undefined,
      isEmailVerified,
    });
    const entry = { companyId, action: 'interviewer.added' as const, by: { userId }, subjectId: user.id };
    await recordAudit(trx, { ...entry, details: { role } });
    await orderUserInvitation(ctx, trx, principal, user);
    return user;
  });
}

/**
 * Changes a person. A new password, or a role that allows less, ends all their sign-ins and closes their sockets; a new
 * password mails them, and a new e-mail invites them again if they have no password. Throws `not_found`, `forbidden`,
 * `invalid` for a field, `limit_reached`, `password_off`, and `reauthenticate` if a new e-mail, password or role comes
 * without a recent sign-in.
 */
export async function changeInterviewer(
  ctx: AppContext,
  principal: Principal,
  userId: string,
  body: Body<typeof updateCall>,
): Promise<User> {
  const { companyId, userId: ownerId } = principal;
  const name = requireName('name', body.name);
  if (body.password) refuseWherePasswordsAreOff(ctx);
  const passwordHash = body.password ? await hashNewPassword(ctx.config, body.password, 'password') : null;
  const login = { name, email: body.email, passwordHash, isEmailVerified: isVerifiedAtOnce(ctx.config) };
  // Replanning with the person takes the same locks in the other order.
  const { user, ended } = await retryDeadlocks(() =>
    ctx.db.transaction().execute(async (trx) => {
      // Before the user's row, in the order in which planning locks them, so that neither waits for the other.
      if (body.role !== undefined) await lockCompany(trx, companyId);
      const before = await interviewers.lockInterviewer(trx, companyId, userId);
      if (!before) throw noSuchInterviewer();
      const change = { ...login, role: body.role ?? before.role };
      requireManages(principal, before.role);
      requireManages(principal, change.role);
      const fields = changedFields(before, change);
      const isNewAddress = body.email.toLowerCase() !== before.email.toLowerCase();
      const isNewLogin = isNewAddress || passwordHash !== null;
      const isNewRole = change.role !== before.role;
      if (fields.some((field) => field !== 'name') || isNewRole) requireRecentSignIn(principal);
      if (mayInterview(change.role) !== mayInterview(before.role)) await requireSeat(trx, companyId, change.role);
      const entry = { companyId, by: { userId: ownerId }, subjectId: userId };
      if (fields.length > 0) await recordAudit(trx, { ...entry, action: 'interviewer.changed', details: { fields } });
      if (isNewRole)
        await recordAudit(trx, { ...entry, action: 'interviewer.role_changed', details: { role: change.role } });
      // To the previous address, because a new one comes from the owner, who knows of the change.
      if (passwordHash !== null) await orderPasswordNotice(ctx, trx, { companyId, email: before.email });
      const user = await updateInterviewer(trx, companyId, userId, { ...change, isNewLogin });
      // The link of the first invitation ended with its address.
      if (isNewAddress && before.is_invited) await orderUserInvitation(ctx, trx, principal, user);
      return {
        user,
        ended: passwordHash !== null || isReduced(before.role, change.role) ? await endSignInsOf(trx, userId) : [],
      };
    }),
  );
  await ctx.rooms.closeAuthSessions(ended);
  return user;
}

/** Removes a person; their sign-ins and sockets end. Throws `not_found`, or `forbidden`. */
export async function removeInterviewer(ctx: AppContext, principal: Principal, userId: string): Promise<void> {
  const { companyId, userId: ownerId } = principal;
  // Replanning with the person takes the same locks in the other order.
  const ended = await retryDeadlocks(() =>
    ctx.db.transaction().execute(async (trx) => {
      const interviewer = await interviewers.lockInterviewer(trx, companyId, userId);
      if (!interviewer) throw noSuchInterviewer();
      requireManages(principal, interviewer.role);
      await deleteMailsTo(trx, [interviewer.email]);
      await rememberRemovedUser(ctx, trx, { companyId, userId, email: interviewer.email });
      const authSessionIds = await endSignInsOf(trx, userId);
      await interviewers.deleteInterviewer(trx, companyId, userId);
      await recordAudit(trx, { companyId, action: 'interviewer.removed', by: { userId: ownerId }, subjectId: userId });
      return authSessionIds;
    }),
  );
  await ctx.rooms.closeAuthSessions(ended);
}

async function firstPasswordHash(ctx: MailContext, password: string | undefined): Promise<string> {
  if (password === undefined) {
    if (!ctx.config.oidc && ctx.mails.delivery !== 'sent') throw invalid('password', 'Password is required');
    return hashPassword(randomUUID());
  }
  refuseWherePasswordsAreOff(ctx);
  return hashNewPassword(ctx.config, password, 'password');
}

/** Throws `forbidden` if the caller may not manage people of a role: only the owner manages admins. */
export function requireManages({ role }: Pick<Principal, 'role'>, of: GivenRole): void {
  if (!mayManageRole(role, of)) throw forbidden("Only the company's owner can add or change an admin.");
}

function requireSeat(trx: Transaction, companyId: string, role: GivenRole): Promise<void> {
  return mayInterview(role) ? requireInterviewerSeat(trx, companyId) : requireCoordinatorSeat(trx, companyId);
}

function changedFields(
  before: Pick<User, 'name' | 'email'>,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string | null },
): AuditDetails['fields'] & {} {
  return [
    ...(name === before.name ? [] : (['name'] as const)),
    ...(email === before.email ? [] : (['email'] as const)),
    ...(passwordHash === null ? [] : (['password'] as const)),
  ];
}
