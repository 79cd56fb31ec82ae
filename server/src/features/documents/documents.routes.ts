import * as contract from '@cip/contracts/documents';
import type { App, AppContext } from '../../context.ts';
import { principalOf } from '../../platform/authenticate.ts';
import { NO_ACCESS, requireInterview } from '../interviews/interviews.service.ts';
import { readCode, saveCode } from './documents.service.ts';
import { listGaps } from './offline-gaps.repository.ts';

/** Largest save in bytes: a full text, its base and an update, each as JSON may escape it. */
const SAVE_LIMIT_BYTES = 3 * 1024 * 1024;

/** The code of the company's interviews. */
export function documentRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.getCode,
    config: { ...contract.getCode.config, missing: NO_ACCESS },
    async handler(request) {
      const { id } = await requireInterview(ctx.db, principalOf(request).companyId, request.params.id);
      return { data: await readCode(ctx, id) };
    },
  });

  app.route({
    ...contract.listOfflineGaps,
    config: { ...contract.listOfflineGaps.config, missing: NO_ACCESS },
    async handler(request) {
      const { id } = await requireInterview(ctx.db, principalOf(request).companyId, request.params.id);
      return { data: await listGaps(ctx.db, id) };
    },
  });

  app.route({
    ...contract.saveCode,
    bodyLimit: SAVE_LIMIT_BYTES,
    async handler(request) {
      const { companyId, userId } = principalOf(request);
      const { id } = await requireInterview(ctx.db, companyId, request.body.interview_session_id);
      return { data: await saveCode(ctx, id, { participantId: userId }, request.body) };
    },
  });
}
