import * as contract from '@cip/contracts/questions/questions';
import type { AppContext } from '../../../context.ts';
import type { App } from '../../../platform/http-app.ts';
import { principalOf } from '../../../platform/http/authenticate.ts';
import { countOpenReply, STREAMED } from '../../../platform/http/limits/open-replies.ts';
import { sendArchive } from '../../../platform/http/send-archive.ts';
import { exportQuestions, importQuestions } from './archive.service.ts';

/** Largest body of an import, in bytes: an archive in Base64, and its JSON. */
const IMPORT_LIMIT_BYTES = Math.ceil(contract.QUESTION_ARCHIVE_MAX / 3) * 4 + 1_024;

/** Registers the export and the import of questions, for all interviewers of their company. */
export function archiveRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.exportQuestions,
    ...STREAMED,
    async handler(request, reply) {
      const principal = principalOf(request);
      countOpenReply(reply, principal.userId);
      return sendArchive(reply, await exportQuestions(ctx, principal), 'questions');
    },
  });

  app.route({
    ...contract.importQuestions,
    bodyLimit: IMPORT_LIMIT_BYTES,
    handler: (request) => importQuestions(ctx, principalOf(request), request.body.archive),
  });
}
