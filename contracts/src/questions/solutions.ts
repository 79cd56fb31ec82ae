import { Type } from 'typebox';
import { Closed, FileName, Text } from '../protocol/common.ts';
import { OfferedLanguage } from '../rooms/documents.ts';
import { STARTER_FILES_CHARS_MAX, STARTER_FILES_MAX } from './starter-limits.ts';

/** A file of a solution, whose code replaces that of the starter's file of the same name. */
const SolutionFile = Closed({ name: FileName, code: Text(STARTER_FILES_CHARS_MAX) });

/** The code with which interviewers try the tests of a question in one language; candidates never get it. */
export const Solution = Closed({
  language: OfferedLanguage,
  /** Those that differ from the starter's. */
  files: Type.Array(SolutionFile, { minItems: 1, maxItems: STARTER_FILES_MAX + 1 }),
});
export type Solution = Type.Static<typeof Solution>;
