/** Verdict of each mutant, by its id. */
export type Verdicts = Record<string, string>;

export const BY_MATRIX = 'killed by the matrix';
export const BY_TEST = 'killed by a test';
export const SURVIVED = 'SURVIVED';
/** The access matrices do not detect it; the tests of its feature must. */
export const MISSED = 'not detected by the matrices';
/** Nothing detects it, for a documented reason. */
export const REDUNDANT = 'redundant';
