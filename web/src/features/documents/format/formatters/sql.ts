import { formatDialect, postgresql, sqlite } from 'sql-formatter';
import type { FormatJob } from '../format-job.ts';
import { SyntaxProblem } from './syntax-problem.ts';

export function formatSql({ text, language, indentation: { usesTabs, size } }: FormatJob): string {
  const dialect = language === 'sqlite' ? sqlite : postgresql;
  try {
    return `${formatDialect(text, { dialect, useTabs: usesTabs, tabWidth: size, keywordCase: 'preserve' })}\n`;
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    // Such as "Parse error: Unexpected "'abc" at line 1 column 38." and the dialect in the next line.
    const [, message = said, line] = /^Parse error: (.*?) at line (\d+)/.exec(said) ?? [];
    throw new SyntaxProblem(line === undefined ? null : Number(line), message);
  }
}
