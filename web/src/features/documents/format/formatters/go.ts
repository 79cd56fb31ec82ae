import init, { format } from '@wasm-fmt/gofmt/web';
import wasm from '@wasm-fmt/gofmt/wasm?url';
import type { FormatJob } from '../format-job.ts';
import { SyntaxProblem } from './syntax-problem.ts';

export async function formatGo({ text }: FormatJob): Promise<string> {
  await init(wasm);
  try {
    return format(text);
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    // Such as "3:12: expected ')', found '{' (and 1 more errors)".
    const [, line, message = said] = /^(\d+):\d+: (.*?)(?: \(and \d+ more errors\))?$/m.exec(said) ?? [];
    throw new SyntaxProblem(line === undefined ? null : Number(line), message);
  }
}
