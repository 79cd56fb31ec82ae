import type { Feature } from '../../context.ts';
import { companyRemovalRoutes } from './company-removal.routes.ts';
import { retentionRoutes } from './retention.routes.ts';
import { removeExpired } from './retention.service.ts';

const HOUR_MS = 3_600_000;
/** The first run is at a random time within this, in milliseconds, so that nodes started together take turns. */
const FIRST_WITHIN_MS = 300_000;

/** How long data is stored, and the removal of a company. */
export const retention: Feature = (api, ctx) => {
  retentionRoutes(api, ctx);
  companyRemovalRoutes(api, ctx);
  ctx.jobs.add({ name: 'retention', everyMs: HOUR_MS, firstWithinMs: FIRST_WITHIN_MS, run: () => removeExpired(ctx) });
};
