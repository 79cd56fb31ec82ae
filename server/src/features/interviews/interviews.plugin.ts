import type { Feature } from '../../context.ts';
import { admissionRoutes } from './admissions/admissions.routes.ts';
import { calendarFeedRoutes } from './calendar/calendar-feeds.routes.ts';
import { colleagueMails } from './mails/colleague-mails.service.ts';
import { codeRoutes } from './code.routes.ts';
import { interviewMails } from './mails/interview-mails.service.ts';
import { interviewRoutes } from './interviews.routes.ts';

/** Interviews: quick start, scheduling, list, end, public join, and their code. */
export const interviews: Feature = (api, ctx) => {
  interviewRoutes(api, ctx);
  admissionRoutes(api, ctx);
  codeRoutes(api, ctx);
  calendarFeedRoutes(api, ctx);
  ctx.mails.compose({ ...interviewMails(ctx), ...colleagueMails(ctx) });
};
