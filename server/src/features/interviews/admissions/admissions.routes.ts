import * as contract from '@cip/contracts/interviews/admissions';
import type { AppContext } from '../../../context.ts';
import type { App } from '../../../platform/http-app.ts';
import { principalOf } from '../../../platform/http/authenticate.ts';
import { admitFromOutside } from './admissions.service.ts';
import { listWaitingRooms } from './waiting.service.ts';
import { scopeOf } from '../scope.service.ts';

/** Registers the routes about waiting candidates, for pages outside of a room. */
export function admissionRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.listWaitingCandidates,
    handler: (request) => listWaitingRooms(ctx, scopeOf(principalOf(request))),
  });

  app.route({
    ...contract.admitFromOutside,
    handler: (request) => admitFromOutside(ctx, principalOf(request), request.params.id, request.body.participant_id),
  });
}
