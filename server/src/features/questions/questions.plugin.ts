import type { Feature } from '../../context.ts';
import { archiveRoutes } from './archive/archive.routes.ts';
import { libraryRoutes } from './library/library.routes.ts';
import { questionRoutes } from './questions.routes.ts';
import { templateRoutes } from './templates/templates.routes.ts';

/** Questions with their versions and archives, and templates of interviews. */
export const questions: Feature = (api, ctx) => {
  questionRoutes(api, ctx);
  archiveRoutes(api, ctx);
  libraryRoutes(api, ctx);
  templateRoutes(api, ctx);
};
