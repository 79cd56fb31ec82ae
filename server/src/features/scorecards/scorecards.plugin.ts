import type { Feature } from '../../context.ts';
import { scorecardRoutes } from './scorecards.routes.ts';

/** Scorecards: own notes and ratings, the debrief, and the decision. */
export const scorecards: Feature = (api, ctx) => scorecardRoutes(api, ctx);
