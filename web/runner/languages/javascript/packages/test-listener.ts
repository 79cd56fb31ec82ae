/** How a test ended: null if it passed. */
export type Outcome = { error: unknown } | 'skipped' | null;

/** A test for those who follow it: its path, the outermost name first, and an error whose stack has its place. */
export interface FollowedTest {
  names: string[];
  at: Error;
}

/** Follows tests while they run. */
export interface TestListener {
  begins(test: FollowedTest): void;
  ends(test: FollowedTest, outcome: Outcome, ms: number): void;
  /** All have ended. */
  over(): void;
}
