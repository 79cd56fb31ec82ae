import * as babel from 'prettier/plugins/babel';
import * as estree from 'prettier/plugins/estree';
import * as html from 'prettier/plugins/html';
import * as postcss from 'prettier/plugins/postcss';
import { format } from 'prettier/standalone';
import type { FormatJob } from '../format-job.ts';

const PARSERS: Partial<Record<string, string>> = {
  javascript: 'babel',
  jsx: 'babel',
  // As good as the parser of TypeScript, which is as large as all others together.
  typescript: 'babel-ts',
  tsx: 'babel-ts',
};

export function formatByPrettier({ text, language, indentation: { usesTabs, size } }: FormatJob): Promise<string> {
  return format(text, {
    parser: PARSERS[language] ?? language,
    plugins: [babel, estree, postcss, html],
    useTabs: usesTabs,
    tabWidth: size,
    singleQuote: countOf("'", text) > countOf('"', text),
  });
}

const countOf = (quote: string, text: string) => text.split(quote).length;
