import init, { format } from '@wasm-fmt/clang-format/web';
import wasm from '@wasm-fmt/clang-format/wasm?url';
import type { FormatJob } from '../format-job.ts';
import { unclosedBracket } from './unclosed-bracket.ts';

export async function formatC({ text, language, indentation: { usesTabs, size } }: FormatJob): Promise<string> {
  // clang-format moves the lines of a program with a missing bracket anywhere instead of refusing it.
  const problem = unclosedBracket(text, language);
  if (problem) throw problem;
  await init(wasm);
  const style = {
    BasedOnStyle: 'LLVM',
    IndentWidth: size,
    TabWidth: size,
    UseTab: usesTabs ? 'ForIndentation' : 'Never',
  };
  return format(text, language === 'c' ? 'main.c' : 'main.cc', JSON.stringify(style));
}
