import type { FormatJob, FormatProblem, FormatReply } from './format-job.ts';
import { SyntaxProblem } from './formatters/syntax-problem.ts';

/** Formats a program; each formatter loads when it is first needed. */
export async function formatText(job: FormatJob): Promise<FormatReply> {
  const format = await formatterOf(job.language);
  try {
    return { text: await format(job) };
  } catch (cause) {
    return { problem: problemOf(cause) };
  }
}

async function formatterOf(language: string): Promise<(job: FormatJob) => string | Promise<string>> {
  switch (language) {
    case 'python':
      return (await import('./formatters/python.ts')).formatPython;
    case 'sql':
    case 'postgresql':
    case 'redshift':
    case 'sqlite':
      return (await import('./formatters/sql.ts')).formatSql;
    case 'c':
    case 'c++':
      return (await import('./formatters/clang.ts')).formatC;
    case 'go':
      return (await import('./formatters/go.ts')).formatGo;
    default:
      return (await import('./formatters/prettier.ts')).formatByPrettier;
  }
}

/** Returns the problem of a program. Throws any other error, for example if a file did not load. */
function problemOf(cause: unknown): FormatProblem {
  if (cause instanceof SyntaxProblem) return { line: cause.line, message: cause.message };
  if (cause instanceof Error && 'loc' in cause) {
    const { loc } = cause as { loc?: { start?: { line?: number } } };
    // Behind the first sentence prettier shows the code again, and the place in brackets.
    const message = cause.message.split('\n')[0]?.replace(/ \(\d+:\d+\)$/, '') ?? '';
    return { line: loc?.start?.line ?? null, message };
  }
  throw cause;
}
