import type { LinkContext, MailContext } from '../../context.ts';
import type { Composers } from '../../platform/mail/mail-queue.ts';
import { withoutLinks } from '../../platform/names.ts';
import { findMailRecipient } from '../accounts/company/company.service.ts';
import { countOpenScorecards } from '../scorecards/reminders.service.ts';
import { countWeek, claimUnreported, type WeekCounts } from './weekly-report.repository.ts';

declare module '../../platform/mail/mail-queue.ts' {
  interface MailData {
    'weekly-report': { company: string; from: string };
  }
}

const WEEK_MS = 7 * 24 * 3600 * 1000;
/** Companies per transaction, which keeps each one short. */
const BATCH = 100;

/**
 * Orders the reports of the last full week, Monday to Sunday in UTC, for the companies that have them on and got none
 * yet. Several nodes may run it in parallel: one node claims each company's row.
 */
export async function orderWeeklyReports({ db, mails }: MailContext): Promise<void> {
  if (!mails.isOn) return;
  for (;;) {
    const count = await db.transaction().execute(async (trx) => {
      const rows = await claimUnreported(trx, BATCH);
      for (const { id, reported_until: until } of rows) {
        const data = { company: id, from: new Date(Date.parse(until) - WEEK_MS).toISOString() };
        await mails.order(trx, { kind: 'weekly-report', data, companyId: id });
      }
      return rows.length;
    });
    if (count < BATCH) return;
  }
}

/** Composes the e-mail of a weekly report; null if nothing happened in the week. */
export function weeklyReportMails({ db, origin }: LinkContext): Composers<'weekly-report'> {
  return {
    async 'weekly-report'({ company, from }) {
      const recipient = await findMailRecipient(db, company, 'weeklyReports');
      if (!recipient) return null;
      const counts = await countWeek(db, company, from);
      if (Object.values(counts).every((count) => count === 0)) return null;
      const open = await countOpenScorecards({ db }, company, from);
      const text = reportText(withoutLinks(recipient.name), from, { ...counts, open }, origin());
      return { to: recipient.email, subject: `Your week: ${numbered(counts.started)} started`, text };
    },
  };
}

const numbered = (count: number) => `${count} interview${count === 1 ? '' : 's'}`;

function reportText(company: string, from: string, counts: WeekCounts & { open: number }, origin: string): string {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  const [first, last] = [new Date(from), new Date(Date.parse(from) + WEEK_MS - 1)];
  const open = counts.open === 0 ? '' : `Scorecards still to write: ${counts.open}\n`;
  return `Hello ${company},

Your interviews from ${day.format(first)} to ${day.format(last)} (UTC):

Started: ${numbered(counts.started)}
Finished: ${numbered(counts.finished)}
Joined: ${counts.joined} candidate${counts.joined === 1 ? '' : 's'}
${open}Planned from now on: ${numbered(counts.planned)}

${origin}/sessions

You receive this because weekly reports are on for your company. You can switch them off in the settings.
`;
}
