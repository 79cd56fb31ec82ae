import type { Feature } from '../../context.ts';
import { testPaymentRoutes } from './test-pages.routes.ts';

/** The payment provider's pages, served by this server outside production. */
export const testPayments: Feature = (api, ctx) => testPaymentRoutes(api, ctx);
