import type { Feature } from '../../context.ts';
import { admissionRoutes } from './admissions/admissions.routes.ts';
import { calendarFeedRoutes } from './calendar/calendar-feeds.routes.ts';
import { colleagueMails } from './mails/colleague-mails.service.ts';
import { codeRoutes } from './code.routes.ts';
import { interviewMails } from './mails/interview-composers.service.ts';
import { interviewQuestionRoutes } from './interview-questions.routes.ts';
import { interviewRoutes } from './interviews.routes.ts';
import { publicInterviewRoutes } from './public/public-interviews.routes.ts';
import { schedulingRoutes } from './planning/scheduling.routes.ts';

/** Interviews: quick start, scheduling, list, end, public join, and their code. */
export const interviews: Feature = (api, ctx) => {
  publicInterviewRoutes(api, ctx);
  schedulingRoutes(api, ctx);
  interviewRoutes(api, ctx);
  interviewQuestionRoutes(api, ctx);
  admissionRoutes(api, ctx);
  codeRoutes(api, ctx);
  calendarFeedRoutes(api, ctx);
  ctx.mails.compose({ ...interviewMails(ctx), ...colleagueMails(ctx) });
};
