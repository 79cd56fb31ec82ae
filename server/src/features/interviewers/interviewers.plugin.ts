import type { Feature } from '../../context.ts';
import { interviewerRoutes } from './interviewers.routes.ts';

/** The company's interviewers, as its owner manages them. */
export const interviewers: Feature = (api, ctx) => interviewerRoutes(api, ctx);
