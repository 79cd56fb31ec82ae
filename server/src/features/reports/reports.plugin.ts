import type { Feature } from '../../context.ts';
import { HOURLY } from '../../platform/jobs.ts';
import { orderWeeklyReports, weeklyReportMails } from './weekly-report.service.ts';

/** The weekly e-mail to a company. */
export const reports: Feature = (_api, ctx) => {
  ctx.mails.compose(weeklyReportMails(ctx));
  ctx.jobs.add({ name: 'weekly reports', ...HOURLY, run: () => orderWeeklyReports(ctx) });
};
