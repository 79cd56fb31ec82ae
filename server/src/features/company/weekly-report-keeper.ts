import type { AppContext } from '../../context.ts';
import { orderWeeklyReports } from './weekly-report.service.ts';

/** How often a node looks whether a week is over, in milliseconds: reports come within an hour of its end. */
const LOOK_EVERY_MS = 3_600_000;
/** Up to this long after the start the first look comes, so that nodes started together take turns, in milliseconds. */
const FIRST_WITHIN_MS = 300_000;

/** Sees to the weekly reports, where mail is sent. Answers with the function that stops it. */
export function keepWeeklyReports(ctx: Pick<AppContext, 'db' | 'mails' | 'log'>): () => void {
  let timer: NodeJS.Timeout;
  const look = () => {
    timer = setTimeout(look, LOOK_EVERY_MS).unref();
    orderWeeklyReports(ctx).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'the weekly reports could not be ordered'),
    );
  };
  timer = setTimeout(look, Math.random() * FIRST_WITHIN_MS).unref();
  return () => clearTimeout(timer);
}
