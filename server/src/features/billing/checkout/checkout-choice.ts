import { type PlanVersion } from '../plans/plans.repository.ts';

/** The pages that the provider returns to. */
export const PLANS_PAGE = '/subscription-plans';

export const SUCCESS_PAGE = `${PLANS_PAGE}?checkout=success`;

export const CANCEL_PAGE = `${PLANS_PAGE}?checkout=cancelled`;

export interface Choice {
  terms: PlanVersion;
  priceId: string;
}
