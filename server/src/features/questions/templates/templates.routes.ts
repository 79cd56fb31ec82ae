import * as contract from '@cip/contracts/questions/templates';
import type { AppContext } from '../../../context.ts';
import type { App } from '../../../platform/http-app.ts';
import { principalOf } from '../../../platform/http/authenticate.ts';
import * as templates from './templates.service.ts';

/** Largest body of a template, in bytes: all meanings of all criteria with every character escaped. */
const TEMPLATE_LIMIT_BYTES = 6 * 4 * contract.CRITERIA_MAX * contract.MEANING_MAX + 16 * 1024;

/** Registers the routes of templates, for all interviewers of their company. */
export function templateRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.listTemplates,
    handler: (request) => templates.listTemplates(ctx, principalOf(request)),
  });

  app.route({
    ...contract.createTemplate,
    bodyLimit: TEMPLATE_LIMIT_BYTES,
    async handler(request, reply) {
      const template = await templates.createTemplate(ctx, principalOf(request), request.body);
      return reply.status(201).send({ template });
    },
  });

  app.route({
    ...contract.changeTemplate,
    bodyLimit: TEMPLATE_LIMIT_BYTES,
    async handler(request) {
      const { params, body } = request;
      return { template: await templates.changeTemplate(ctx, principalOf(request), params.id, body) };
    },
  });

  app.route({
    ...contract.deleteTemplate,
    async handler(request) {
      await templates.deleteTemplate(ctx, principalOf(request), request.params.id);
      return { message: 'Template deleted' };
    },
  });
}
