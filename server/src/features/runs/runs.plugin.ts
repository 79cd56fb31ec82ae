import type { Feature } from '../../context.ts';
import { runEngineRoutes } from './run-engine.routes.ts';

/** Runs of programs. Their events belong to the rooms; the routes say how the engine is. */
export const runs: Feature = (api, ctx) => runEngineRoutes(api, ctx);
