import type { DbContext, LinkContext, MailContext } from '../../context.ts';
import { withoutLinks } from '../../platform/names.ts';
import type { Composers } from '../../platform/mail/mail-queue.ts';
import { readPreferences } from '../accounts/company/company.service.ts';
import { nextWorkingMorning } from './next-working-morning.ts';
import { claimEnded, countOpen, findReminder, listAuthors } from './reminders.repository.ts';

declare module '../../platform/mail/mail-queue.ts' {
  interface MailData {
    'scorecard-reminder': { interview: string; user: string };
  }
}

/** Interviews of one transaction, which keeps it short. */
const BATCH = 100;

/**
 * Orders two reminders for each interviewer of an interview that ended an hour ago: now and on the next working
 * morning. The second is not sent if the scorecard was submitted meanwhile. Safe on several nodes in parallel.
 */
export async function orderReminders({ db, mails }: MailContext): Promise<void> {
  if (!mails.isOn) return;
  await db.transaction().execute(async (trx) => {
    for (const { id, company_id: companyId, ended_at, time_zone } of await claimEnded(trx, BATCH)) {
      const dueAt = nextWorkingMorning(new Date(ended_at), time_zone ?? 'UTC').toISOString();
      for (const author of await listAuthors(trx, id)) {
        const data = { interview: id, user: author.id };
        const order = { kind: 'scorecard-reminder' as const, data, companyId, interviewId: id };
        await mails.order(trx, order);
        await mails.order(trx, { ...order, dueAt });
      }
    }
  });
}

/** Returns the composer of the reminders, which quote nothing of the notes. */
export function reminderMails({ db, origin }: LinkContext): Composers<'scorecard-reminder'> {
  return {
    async 'scorecard-reminder'({ interview, user }) {
      const found = await findReminder(db, interview, user);
      if (!found) return null;
      const { scorecardReminders: isOn = true } = await readPreferences(db, found.companyId);
      if (!isOn) return null;
      const candidate = withoutLinks(found.candidateName ?? 'the candidate');
      const text = `Hello ${withoutLinks(found.name)},

Please write your scorecard about the interview with ${candidate} while you remember it.

${origin()}/sessions/${interview}

You receive this e-mail because scorecard reminders are on for your company. Its owner can turn them off in the settings.
`;
      return { to: found.email, subject: `Your scorecard about ${candidate}`, text };
    },
  };
}

/** Returns how many scorecards of the interviews that ended in the week from `from` a company still has to write. */
export function countOpenScorecards({ db }: DbContext, companyId: string, from: string): Promise<number> {
  return countOpen(db, companyId, from);
}
