import type { Interview } from '@cip/contracts/interviews/interviews';
import type { LinkContext, MailContext } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { orderLimited } from '../../../platform/mail/limited-mails.ts';
import type { Composers } from '../../../platform/mail/mail-queue.ts';
import * as emails from './colleague-emails.ts';
import { isOver, loadScheduled } from './interview-mail-data.service.ts';
import { findColleague, findPlanner } from './interview-mail-data.repository.ts';
import { interviewerLink } from './interview-links.ts';
import { colleagueLimit } from './mail-limits.ts';
import { invitedTo } from './recipients.service.ts';

type ColleagueMail = 'colleague-invitation' | 'colleague-change' | 'colleague-removal' | 'colleague-cancellation';

declare module '../../../platform/mail/mail-queue.ts' {
  interface MailData {
    'colleague-invitation': { interview: string; user: string };
    'colleague-change': { interview: string; user: string };
    'colleague-removal': { interview: string; user: string };
    'colleague-cancellation': { interview: string; user: string };
  }
}

interface Order {
  companyId: string;
  interviewId: string;
  userIds: string[];
  isHeld?: boolean;
}

/** Orders an e-mail to each of these interviewers, in the transaction of the change. */
export async function orderColleagueMails(
  ctx: MailContext,
  trx: Transaction,
  kind: ColleagueMail,
  { companyId, interviewId, userIds, isHeld = false }: Order,
): Promise<void> {
  for (const user of userIds) {
    const order = { kind, data: { interview: interviewId, user }, companyId, interviewId, isHeld };
    await orderLimited(ctx, trx, order, colleagueLimit(ctx, kind, companyId));
  }
}

/** Orders the e-mails with a candidate's new name to the interviewers whose invitations were sent. */
export async function orderNameChange(
  ctx: MailContext,
  trx: Transaction,
  plan: Interview,
  by: Principal,
): Promise<void> {
  const { users: userIds } = await invitedTo(trx, plan, by);
  await orderColleagueMails(ctx, trx, 'colleague-change', { companyId: by.companyId, interviewId: plan.id, userIds });
}

/** Returns the composers of the e-mails to interviewers. They use the data at the time of sending. */
export function colleagueMails({ db, origin }: LinkContext): Composers<ColleagueMail> {
  const load = async ({ interview, user }: { interview: string; user: string }) => {
    const [data, to, planner] = await Promise.all([
      loadScheduled(db, interview),
      findColleague(db, interview, user),
      findPlanner(db, interview),
    ]);
    if (!data || !to) return null;
    const link = interviewerLink(origin(), data.room_code);
    return { data: { ...data, link }, people: { to, planner }, isInterviewer: to.isInterviewer };
  };
  const loadUpcoming = async (about: { interview: string; user: string }) => {
    const loaded = await load(about);
    return loaded?.data.status === 'scheduled' && !isOver(loaded.data) ? loaded : null;
  };
  return {
    async 'colleague-invitation'(about) {
      const loaded = await loadUpcoming(about);
      return loaded?.isInterviewer ? emails.colleagueInvitation(loaded.data, loaded.people) : null;
    },
    async 'colleague-change'(about) {
      const loaded = await loadUpcoming(about);
      return loaded?.isInterviewer ? emails.colleagueChange(loaded.data, loaded.people) : null;
    },
    async 'colleague-removal'(about) {
      const loaded = await loadUpcoming(about);
      return loaded && !loaded.isInterviewer ? emails.colleagueRemoval(loaded.data, loaded.people) : null;
    },
    async 'colleague-cancellation'(about) {
      const loaded = await load(about);
      if (loaded?.data.status !== 'cancelled' || isOver(loaded.data)) return null;
      return emails.colleagueCancellation(loaded.data, loaded.people);
    },
  };
}
