import { LOAD_FAILURE } from './load-failure.ts';

/** If a page is left, it has gone by then (ms); until then, files that do not load tell nothing. */
const LEFT_WITHIN_MS = 1_000;

/** Logs a problem that the screen does not show. Never pass tokens, code or names. */
export function logProblem(what: string, error: unknown): void {
  const message = error instanceof Error ? error.message : error;
  const log = () => console.warn(what, message);
  if (typeof message === 'string' && LOAD_FAILURE.test(message)) setTimeout(log, LEFT_WITHIN_MS);
  else log();
}
