import type { Indentation } from '../editor/languages/indentation.ts';

/** A program to format. */
export interface FormatJob {
  text: string;
  language: string;
  indentation: Indentation;
}

/** The formatted program, or why it cannot be formatted; the line counts from 1. */
export type FormatReply = { text: string } | { problem: FormatProblem };

export interface FormatProblem {
  line: number | null;
  message: string;
}
