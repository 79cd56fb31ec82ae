import type { Feature } from '../../context.ts';
import { orderReminders, reminderMails } from './reminders.service.ts';
import { scorecardRoutes } from './scorecards.routes.ts';

/** How often ended interviews are looked for, and the first time at the latest (ms). */
const REMIND_EVERY = { everyMs: 300_000, firstWithinMs: 60_000 };

/** Scorecards: own notes and ratings, the debrief, the decision, and reminders. */
export const scorecards: Feature = (api, ctx) => {
  scorecardRoutes(api, ctx);
  ctx.mails.compose(reminderMails(ctx));
  ctx.jobs.add({ name: 'scorecard reminders', ...REMIND_EVERY, run: () => orderReminders(ctx) });
};
