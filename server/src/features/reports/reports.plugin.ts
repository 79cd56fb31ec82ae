import type { Feature } from '../../context.ts';
import { orderWeeklyReports, weeklyReportMails } from './weekly-report.service.ts';

const HOUR_MS = 3_600_000;
/** The first run is at a random time within this, in milliseconds, so that nodes started together take turns. */
const FIRST_WITHIN_MS = 300_000;

/** The weekly e-mail to a company. */
export const reports: Feature = (_api, ctx) => {
  ctx.mails.compose(weeklyReportMails(ctx));
  ctx.jobs.add({
    name: 'weekly reports',
    everyMs: HOUR_MS,
    firstWithinMs: FIRST_WITHIN_MS,
    run: () => orderWeeklyReports(ctx),
  });
};
