import type { Feature } from '../../context.ts';
import { userInvitations } from './invitations.service.ts';
import { interviewerRoutes } from './interviewers.routes.ts';

/** The company's interviewers, as its owner manages them. */
export const interviewers: Feature = (api, ctx) => {
  interviewerRoutes(api, ctx);
  ctx.mails.compose(userInvitations(ctx));
};
