/** Logs a problem that the screen does not show. Never pass tokens, code or names. */
export function logProblem(what: string, error: unknown): void {
  console.warn(what, error instanceof Error ? error.message : error);
}
