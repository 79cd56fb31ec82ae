import type { Feature } from '../../context.ts';
import { HOURLY } from '../../platform/jobs.ts';
import { deleteExpiredSignIns } from '../accounts/sign-in/sign-ins.service.ts';
import { deleteOldEntries } from '../audit/audit.service.ts';
import { companyRemovalRoutes } from './company-removal.routes.ts';
import { retentionRoutes } from './retention.routes.ts';
import { removeExpired } from './retention.service.ts';

/** How long data is stored, and the removal of a company. */
export const retention: Feature = (api, ctx) => {
  retentionRoutes(api, ctx);
  companyRemovalRoutes(api, ctx);
  ctx.jobs.add({ name: 'retention', ...HOURLY, run: () => removeExpired(ctx) });
  ctx.jobs.add({ name: 'audit-retention', ...HOURLY, run: () => deleteOldEntries(ctx) });
  ctx.jobs.add({ name: 'expired-sign-ins', ...HOURLY, run: () => deleteExpiredSignIns(ctx) });
};
