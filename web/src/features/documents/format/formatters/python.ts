import init, { format } from '@wasm-fmt/ruff_fmt/web';
import wasm from '@wasm-fmt/ruff_fmt/wasm?url';
import type { FormatJob } from '../format-job.ts';
import { SyntaxProblem } from './syntax-problem.ts';

export async function formatPython({ text, indentation: { usesTabs, size } }: FormatJob): Promise<string> {
  await init(wasm);
  try {
    return format(text, 'main.py', {
      indent_style: usesTabs ? 'tab' : 'space',
      indent_width: size,
      quote_style: 'preserve',
    });
  } catch (cause) {
    throw problemOf(String(cause), text);
  }
}

/** Reads an error such as "Expected an expression at byte range 13..14". */
function problemOf(said: string, text: string): SyntaxProblem {
  const [, message = said, at] = /^([^]*?) at byte range (\d+)/.exec(said) ?? [];
  if (at === undefined) return new SyntaxProblem(null, message);
  const before = new TextDecoder().decode(new TextEncoder().encode(text).slice(0, Number(at)));
  return new SyntaxProblem(before.split('\n').length, message);
}
