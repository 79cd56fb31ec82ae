import type { Feature } from '../../context.ts';
import { endExpiredRuns } from './run-expiry.service.ts';

/** How often runs without a sign of life are looked for (ms). */
const EXPIRE_EVERY_MS = 1_000;

/** Executing the code: requests, output and ends. Its events are registered by the rooms. */
export const runs: Feature = (_api, ctx) => {
  ctx.jobs.add({ name: 'expired runs', everyMs: EXPIRE_EVERY_MS, run: () => endExpiredRuns(ctx) });
};
