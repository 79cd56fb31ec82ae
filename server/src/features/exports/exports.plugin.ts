import type { Feature } from '../../context.ts';
import { exportRoutes } from './exports.routes.ts';

/** Archives of the data about a company, an interview or a candidate. */
export const exports: Feature = (api, ctx) => exportRoutes(api, ctx);
