import { CARD_NOTES_MAX, EVIDENCE_MAX, SUMMARY_MAX } from '@cip/contracts/scorecards/scorecard-limits';
import * as contract from '@cip/contracts/scorecards/scorecards';
import * as content from '@cip/contracts/scorecards/card-content';
import * as overview from '@cip/contracts/scorecards/card-overview';
import { CRITERIA_MAX } from '@cip/contracts/questions/templates';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { principalOf } from '../../platform/http/authenticate.ts';
import { decide } from './decisions.service.ts';
import { listOpenCards, listStates } from './overview.service.ts';
import * as scorecards from './scorecards.service.ts';

/** Texts of a save, in characters: each field with its new value and its base. */
const SAVE_MAX_CHARS = (1 + content.MERGED_FACTOR) * (CARD_NOTES_MAX + SUMMARY_MAX + CRITERIA_MAX * EVIDENCE_MAX);
/** Largest body of a save, in bytes: every character escaped, and the frames of the lines. */
const SAVE_LIMIT_BYTES = 6 * SAVE_MAX_CHARS + 100 * content.NOTE_LINES_MAX;

/** Registers the routes of scorecards and decisions. */
export function scorecardRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.getScorecards,
    handler: (request) => scorecards.readCards(ctx, principalOf(request), request.params.id),
  });

  app.route({
    ...contract.saveScorecard,
    bodyLimit: SAVE_LIMIT_BYTES,
    async handler(request) {
      const { params, body } = request;
      return { scorecard: await scorecards.saveCard(ctx, principalOf(request), params.id, body) };
    },
  });

  app.route({
    ...contract.submitScorecard,
    async handler(request) {
      return { scorecard: await scorecards.submitCard(ctx, principalOf(request), request.params.id) };
    },
  });

  app.route({
    ...contract.decideInterview,
    async handler(request) {
      return { decision: await decide(ctx, principalOf(request), request.params.id, request.body) };
    },
  });

  app.route({
    ...overview.listScorecardStates,
    async handler(request) {
      return { data: await listStates(ctx, principalOf(request), request.query.interviews?.split(',') ?? []) };
    },
  });

  app.route({
    ...overview.listOpenScorecards,
    handler: (request) => listOpenCards(ctx, principalOf(request)),
  });
}
