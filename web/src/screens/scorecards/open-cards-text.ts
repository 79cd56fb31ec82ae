import { formatCountOf } from '../../shared/format.ts';

/** Returns how many scorecards the account still has to write. */
export const openCardsText = (total: number) => `${formatCountOf(total, 'scorecard')} to write`;
