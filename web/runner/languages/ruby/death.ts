import type { RunEnd } from '@cip/contracts/runs/runs';

/** The first line that Ruby prints while it dies: where it was. */
export const DYING = '-- Control frame information';

/** More calls than this are a recursion. */
const CALLS_MAX = 50;

/** Returns the error of a program that Ruby itself did not survive; `calls` has its calls, the latest first. */
export function deathOf(error: unknown, calls: string): NonNullable<RunEnd['error']> {
  const message = error instanceof Error ? error.message : String(error);
  const depth = Number(/^c:(\d+)/m.exec(calls)?.[1] ?? 0);
  const line = Number(/\bmain\.rb:(\d+)/.exec(calls)?.[1] ?? 0) || null;
  // The words of V8 and JavaScriptCore, and of SpiderMonkey; a stack that is full can end Ruby with others too.
  return depth > CALLS_MAX || /call stack|recursion/i.test(message)
    ? { name: 'SystemStackError', message: 'This recursion is too deep for this browser.', line, column: null }
    : { name: 'Error', message, line, column: null };
}
