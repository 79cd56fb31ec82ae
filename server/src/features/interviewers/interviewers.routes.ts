import * as contract from '@cip/contracts/accounts/interviewers';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { principalOf } from '../../platform/http/authenticate.ts';
import { addInterviewer, changeInterviewer, listInterviewers, removeInterviewer } from './interviewers.service.ts';
import { removeSecondFactor } from './second-factor-removal.service.ts';
import { limitTakenEmails } from '../accounts/users/taken-emails.service.ts';

/** The company's interviewers, for its owner. */
export function interviewerRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.listInterviewers,
    handler: (request) => listInterviewers(ctx, principalOf(request).companyId, request.query.page),
  });

  app.route({
    ...contract.createInterviewer,
    async handler(request, reply) {
      const user = await limitTakenEmails(ctx, request, () => addInterviewer(ctx, principalOf(request), request.body));
      return reply.status(201).send({ user });
    },
  });

  app.route({
    ...contract.updateInterviewer,
    async handler(request) {
      const change = () => changeInterviewer(ctx, principalOf(request), request.params.id, request.body);
      return { user: await limitTakenEmails(ctx, request, change) };
    },
  });

  app.route({
    ...contract.deleteInterviewer,
    async handler(request) {
      await removeInterviewer(ctx, principalOf(request), request.params.id);
      return { message: 'Interviewer deleted' };
    },
  });

  app.route({
    ...contract.removeSecondFactor,
    async handler(request) {
      await removeSecondFactor(ctx, principalOf(request), request.params.id);
      return { message: 'Second step removed' };
    },
  });
}
