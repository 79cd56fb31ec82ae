// Without schemas, so that the web app's screens can use them.

/** Longest notes of a scorecard, in code points over all lines. */
export const CARD_NOTES_MAX = 20_000;
/** Longest evidence of a criterion, in code points. */
export const EVIDENCE_MAX = 1_000;
/** Shortest evidence that a submission requires of one criterion, in code points. */
export const EVIDENCE_MIN = 20;
/** Longest summary, in code points. */
export const SUMMARY_MAX = 4_000;
/** Longest reason of a decision, in code points. */
export const REASON_MAX = 500;
/** The grades of a criterion; the criteria give each its meaning. */
export const GRADES = [1, 2, 3, 4] as const;
/** The overall recommendation. It has no middle, so that each card says yes or no. */
export const OVERALLS = ['strong_no', 'no', 'yes', 'strong_yes'] as const;
export const DECISIONS = ['advance', 'hold', 'decline'] as const;
