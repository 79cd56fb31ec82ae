import { format } from 'node:util';
import { runInNewContext } from 'node:vm';

/** Longest time of a program (ms). */
const TIME_MAX_MS = 5_000;

/** Runs a program that reads its whole input, as the product's sandbox offers it. Returns its output. */
export function runJavaScript(code: string, stdin: string): string {
  const lines: string[] = [];
  const globals = {
    console: { log: (...values: unknown[]) => lines.push(format(...values)) },
    require: () => ({ readFileSync: () => stdin }),
  };
  try {
    runInNewContext(code, globals, { timeout: TIME_MAX_MS });
  } catch (error) {
    lines.push(String(error));
  }
  return lines.join('\n');
}
