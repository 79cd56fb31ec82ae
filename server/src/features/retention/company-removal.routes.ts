import { deleteCompany } from '@cip/contracts/accounts/company';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { principalOf } from '../../platform/http/authenticate.ts';
import { removeCompany } from './company-removal.service.ts';

/** The removal of a company with all its data. */
export function companyRemovalRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...deleteCompany,
    async handler(request) {
      await removeCompany(ctx, principalOf(request), request.body);
      return { message: 'Company deleted' };
    },
  });
}
