import type { AuditDetails } from '@cip/contracts/audit';
import type { Body } from '@cip/contracts/endpoint';
import type {
  createInterviewer as createCall,
  updateInterviewer as updateCall,
  User,
} from '@cip/contracts/interviewers';
import type { AppContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { deleteMailsTo } from '../../platform/mail/delete-mails.ts';
import { requireName } from '../../platform/http/names.ts';
import { requireRecentSignIn, type Principal } from '../../platform/http/authenticate.ts';
import { pageBounds, toPage } from '../../platform/http/paging.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { endSignInsOf } from '../accounts/sign-in/auth.service.ts';
import { orderPasswordNotice } from '../accounts/passwords/password-notices.service.ts';
import { requireInterviewerSeat } from '../billing/plans/limits.service.ts';
import {
  countInterviewers,
  createUser,
  hashNewPassword,
  isVerifiedAtOnce,
  updateInterviewer,
} from '../accounts/users/users.service.ts';
import * as interviewers from './interviewers.repository.ts';

/** Interviewers per page: as many as the largest plan allows, as their screen has no pager. */
const INTERVIEWERS_PAGE_SIZE = 100;

/** The message for an unknown user, one of another company, and the owner. */
export const NO_SUCH_INTERVIEWER = 'Interviewer not found';

const noSuchInterviewer = () => notFound(NO_SUCH_INTERVIEWER);

/** Returns a page of the company's interviewers. */
export async function listInterviewers({ db }: Pick<AppContext, 'db'>, companyId: string, page: number | undefined) {
  const [rows, total] = await Promise.all([
    interviewers.listInterviewers(db, companyId, pageBounds(page, INTERVIEWERS_PAGE_SIZE)),
    countInterviewers(db, companyId),
  ]);
  return toPage(rows, page, INTERVIEWERS_PAGE_SIZE, total);
}

/** Adds an interviewer within the plan. Throws `plan_required`, `limit_reached`, or `invalid` for a field. */
export async function addInterviewer(
  ctx: Pick<AppContext, 'config' | 'db'>,
  { companyId, userId }: Principal,
  body: Body<typeof createCall>,
): Promise<User> {
  const name = requireName('name', body.name);
  const isEmailVerified = isVerifiedAtOnce(ctx.config);
  const passwordHash = await hashNewPassword(ctx.config, body.password, 'password');
  return ctx.db.transaction().execute(async (trx) => {
    await requireInterviewerSeat(trx, companyId);
    const user = await createUser(trx, {
      companyId,
      role: 'interviewer',
      name,
      email: body.email,
      passwordHash,
      isEmailVerified,
    });
    await recordAudit(trx, { companyId, action: 'interviewer.added', by: { userId }, subjectId: user.id });
    return user;
  });
}

/**
 * Changes an interviewer. A new password ends all their sign-ins and mails them. Throws `not_found`, `invalid`
 * for a field, and `reauthenticate` for a new e-mail or password without a recent sign-in.
 */
export async function changeInterviewer(
  ctx: Pick<AppContext, 'config' | 'db' | 'rooms' | 'mails' | 'limits' | 'log'>,
  principal: Principal,
  userId: string,
  body: Body<typeof updateCall>,
): Promise<User> {
  const { companyId, userId: ownerId } = principal;
  const name = requireName('name', body.name);
  const passwordHash = body.password ? await hashNewPassword(ctx.config, body.password, 'password') : null;
  const change = { name, email: body.email, passwordHash, isEmailVerified: isVerifiedAtOnce(ctx.config) };
  const { user, ended } = await ctx.db.transaction().execute(async (trx) => {
    const before = await interviewers.lockInterviewer(trx, companyId, userId);
    if (!before) throw noSuchInterviewer();
    const fields = changedFields(before, change);
    const isNewLogin = fields.some((field) => field !== 'name');
    if (isNewLogin) requireRecentSignIn(principal);
    const entry = { companyId, action: 'interviewer.changed' as const, by: { userId: ownerId }, subjectId: userId };
    if (fields.length > 0) await recordAudit(trx, { ...entry, details: { fields } });
    // To the previous address: a new one comes from the owner, who knows of the change.
    if (passwordHash !== null) await orderPasswordNotice(ctx, trx, { companyId, email: before.email });
    return {
      user: await updateInterviewer(trx, companyId, userId, { ...change, isNewLogin }),
      ended: passwordHash === null ? [] : await endSignInsOf(trx, userId),
    };
  });
  await ctx.rooms.closeAuthSessions(ended);
  return user;
}

/** Removes an interviewer; their sign-ins and sockets end. Throws `not_found`. */
export async function removeInterviewer(
  ctx: Pick<AppContext, 'db' | 'rooms'>,
  { companyId, userId: ownerId }: Principal,
  userId: string,
): Promise<void> {
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const interviewer = await interviewers.lockInterviewer(trx, companyId, userId);
    if (!interviewer) throw noSuchInterviewer();
    await deleteMailsTo(trx, [interviewer.email]);
    const authSessionIds = await endSignInsOf(trx, userId);
    await interviewers.deleteInterviewer(trx, companyId, userId);
    await recordAudit(trx, { companyId, action: 'interviewer.removed', by: { userId: ownerId }, subjectId: userId });
    return authSessionIds;
  });
  await ctx.rooms.closeAuthSessions(ended);
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
