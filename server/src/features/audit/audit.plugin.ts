import type { Feature } from '../../context.ts';
import { auditRoutes } from './audit.routes.ts';

/** The audit log of a company, for its owner. */
export const audit: Feature = (api, ctx) => auditRoutes(api, ctx);
