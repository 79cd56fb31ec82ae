import type { AppContext } from '../../context.ts';
import { hourly } from '../../platform/hourly.ts';
import { orderWeeklyReports } from './weekly-report.service.ts';

/** Sees to the weekly reports, where mail is sent, within an hour of a week's end. Answers with what stops it. */
export function keepWeeklyReports(ctx: Pick<AppContext, 'db' | 'mails' | 'log'>): () => void {
  return hourly(
    () => orderWeeklyReports(ctx),
    (error) => ctx.log.warn({ err: error }, 'the weekly reports could not be ordered'),
  );
}
