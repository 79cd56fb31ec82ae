import { DELETED_MESSAGE } from '@cip/contracts/rooms/rooms';
import type { AppContext } from '../../context.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { orderDeletion } from './mails/composed-mails.service.ts';
import * as interviews from './interviews.repository.ts';
import { listInvited } from './open-interviews.repository.ts';
import { lockInterview, removeInterviews, requireInterview } from './interviews.service.ts';
import { recordInterview } from './record-interview.service.ts';
import { scopeOf, wholeCompany } from './scope.service.ts';

/**
 * Deletes an interview with its code, closes its room, and, if it was planned, mails its people that it is cancelled.
 * Throws `not_found`.
 */
export async function deleteInterview(ctx: AppContext, principal: Principal, id: string): Promise<void> {
  const { companyId, name } = principal;
  const scope = scopeOf(principal);
  await ctx.db.transaction().execute(async (trx) => {
    const { room_code: roomCode } = await lockInterview(trx, scope, id);
    await orderDeletion(ctx, trx, await requireInterview(trx, wholeCompany(companyId), id), principal);
    await removeInterviews(trx, [id]);
    await recordInterview(trx, companyId, 'interview.deleted', principal, roomCode);
  });
  ctx.documents.drop(id);
  await ctx.rooms.close(id, { message: DELETED_MESSAGE, endedBy: name });
}

/**
 * Deletes the planned interviews of a company that is removed, and mails their candidates that they are cancelled. The
 * e-mails outlive the company. Does nothing if mail is off.
 */
export async function deleteInvited(ctx: AppContext, principal: Principal): Promise<void> {
  if (!ctx.mails.isOn) return;
  const scope = wholeCompany(principal.companyId);
  for (const id of await listInvited(ctx.db, principal.companyId))
    await ctx.db.transaction().execute(async (trx) => {
      // It may have begun, or be deleted, in the meantime.
      if ((await interviews.lockById(trx, scope, id))?.status !== 'scheduled') return;
      await orderDeletion(ctx, trx, await requireInterview(trx, scope, id), principal, 'company');
      await interviews.remove(trx, scope, id);
    });
}
