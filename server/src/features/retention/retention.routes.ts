import * as contract from '@cip/contracts/retention/retention';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { principalOf } from '../../platform/http/authenticate.ts';
import { changeRetention, readRetention } from './retention.service.ts';

/** How long the company stores finished interviews, for its owner. */
export function retentionRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.getRetention,
    handler: (request) => readRetention(ctx, principalOf(request).companyId, request.query.days),
  });

  app.route({
    ...contract.changeRetention,
    handler: (request) => changeRetention(ctx, principalOf(request), request.body.days),
  });
}
