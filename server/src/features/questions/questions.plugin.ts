import type { Feature } from '../../context.ts';
import { questionRoutes } from './questions.routes.ts';
import { templateRoutes } from './templates.routes.ts';

/** Questions with their versions, and templates of interviews. */
export const questions: Feature = (api, ctx) => {
  questionRoutes(api, ctx);
  templateRoutes(api, ctx);
};
