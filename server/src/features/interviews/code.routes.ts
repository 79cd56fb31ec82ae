import * as contract from '@cip/contracts/rooms/documents';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { principalOf } from '../../platform/http/authenticate.ts';
import { requireInterview } from './interviews.service.ts';
import { scopeOf } from './scope.service.ts';
import { listAsides } from '../questions/room/asides.service.ts';
import { listPastRuns } from '../runs/recorded-runs.service.ts';
import { readOfflineGaps } from '../documents/documents.service.ts';
import { readCode } from '../documents/read-code.service.ts';
import { saveCode } from '../documents/save-code.service.ts';

/** Largest save in bytes: a full text, its base and an update, each escaped as JSON. */
const SAVE_LIMIT_BYTES = 3 * 1024 * 1024;

/** Registers the routes for the code of the company's interviews. */
export function codeRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.getCode,
    async handler(request) {
      const { id } = await requireInterview(ctx.db, scopeOf(principalOf(request)), request.params.id);
      const [data, asides, runs] = await Promise.all([
        readCode(ctx, id),
        listAsides(ctx.db, id),
        request.query.with_runs && listPastRuns(ctx.db, id),
      ]);
      return { data, asides, ...(runs && { runs }) };
    },
  });

  app.route({
    ...contract.listOfflineGaps,
    async handler(request) {
      const { id } = await requireInterview(ctx.db, scopeOf(principalOf(request)), request.params.id);
      return { data: await readOfflineGaps(ctx, id) };
    },
  });

  app.route({
    ...contract.saveCode,
    bodyLimit: SAVE_LIMIT_BYTES,
    async handler(request) {
      const principal = principalOf(request);
      const { id } = await requireInterview(ctx.db, scopeOf(principal), request.body.interview_session_id);
      return { data: await saveCode(ctx, id, { participantId: principal.userId }, request.body) };
    },
  });
}
