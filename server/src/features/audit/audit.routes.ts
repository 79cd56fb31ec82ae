import * as contract from '@cip/contracts/accounts/audit';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { principalOf } from '../../platform/http/authenticate.ts';
import { listAudit } from './audit.service.ts';

/** The audit log of the company, for its owner. */
export function auditRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.listAudit,
    handler: (request) => listAudit(ctx, principalOf(request).companyId, request.query),
  });
}
