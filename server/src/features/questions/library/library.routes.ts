import * as contract from '@cip/contracts/questions/questions';
import type { AppContext } from '../../../context.ts';
import type { App } from '../../../platform/http-app.ts';
import { principalOf } from '../../../platform/http/authenticate.ts';
import { addLibrary, readLibraryState, removeLibrary } from './library.service.ts';

/** Registers the offer of the first library, for all interviewers of a company. */
export function libraryRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.getQuestionLibrary,
    handler: (request) => readLibraryState(ctx, principalOf(request).companyId),
  });

  app.route({
    ...contract.addQuestionLibrary,
    handler: (request) => addLibrary(ctx, principalOf(request)),
  });

  app.route({
    ...contract.removeQuestionLibrary,
    async handler(request) {
      await removeLibrary(ctx, principalOf(request));
      return { message: 'Library removed' };
    },
  });
}
