import type { Feature } from '../../context.ts';
import { HOURLY } from '../../platform/jobs.ts';
import { companyRemovalRoutes } from './company-removal.routes.ts';
import { retentionRoutes } from './retention.routes.ts';
import { removeExpired } from './retention.service.ts';

/** How long data is stored, and the removal of a company. */
export const retention: Feature = (api, ctx) => {
  retentionRoutes(api, ctx);
  companyRemovalRoutes(api, ctx);
  ctx.jobs.add({ name: 'retention', ...HOURLY, run: () => removeExpired(ctx) });
};
