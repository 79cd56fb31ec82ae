/** Returns an error with the frames that `placeOf` finds in it, as the results of tests show it. */
export function problemText(error: unknown, placeOf: (error: unknown) => string): string {
  const title = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `${title}\n${placeOf(error)}`.trimEnd();
}
