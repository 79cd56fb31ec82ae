/**
 * Runs in the page, as its text: notes the page's errors from the first call on. Returns the list, which the caller
 * empties.
 */
export function notedProblems(): string[] {
  const noting = window as Window & { notedProblems?: string[] };
  if (noting.notedProblems !== undefined) return noting.notedProblems;
  const problems: string[] = (noting.notedProblems = []);
  window.addEventListener('error', ({ message }) => problems.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
  const { error } = console;
  console.error = (...given: unknown[]) => {
    problems.push(given.map(String).join(' '));
    error.apply(console, given);
  };
  return problems;
}
