import * as contract from '@cip/contracts/billing/test-payments';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { principalOf } from '../../platform/http/authenticate.ts';
import { actInTestPortal, payTestCheckout, readTestCheckout, readTestPortal } from './test-pages.service.ts';

/** The endpoints of the test payment pages; `not_found` if payments are real. */
export function testPaymentRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.getTestCheckout,
    async handler(request) {
      return { checkout: await readTestCheckout(ctx, principalOf(request).companyId, request.params.id) };
    },
  });

  app.route({
    ...contract.payTestCheckout,
    async handler(request) {
      const { companyId } = principalOf(request);
      return { checkout: await payTestCheckout(ctx, companyId, request.params.id, request.body) };
    },
  });

  app.route({
    ...contract.getTestPortal,
    handler: (request) => readTestPortal(ctx, principalOf(request).companyId),
  });

  app.route({
    ...contract.actInTestPortal,
    handler: (request) => actInTestPortal(ctx, principalOf(request).companyId, request.body),
  });
}
