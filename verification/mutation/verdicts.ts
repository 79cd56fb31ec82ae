/** What became of each mutant, by its id. */
export type Verdicts = Record<string, string>;

export const BY_MATRIX = 'killed by the matrix';
export const BY_TEST = 'killed by a test';
export const SURVIVED = 'SURVIVED';
/** The matrices do not show it; the tests of its feature have to. */
export const MISSED = 'not shown by the matrices';
/** Nothing shows it, and a reason is written down why that is so. */
export const REDUNDANT = 'excused';
