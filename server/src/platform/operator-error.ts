/** An error that the operator can fix: its message is one line that names the setting, and says why. */
export class OperatorError extends Error {}

/** Returns the text for the console: one line if the operator can fix an error; all others are bugs, with a stack trace. */
export const shownError = (error: unknown): unknown => (error instanceof OperatorError ? error.message : error);

/** Returns the message of any error in one line, for the end of an OperatorError's message. */
export function reasonOf(error: unknown): string {
  // If a host has several addresses, it fails once for each of them.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  return text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
}
