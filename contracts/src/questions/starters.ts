import { Type } from 'typebox';
import { Closed, FileName, Text } from '../protocol/common.ts';
import { OfferedLanguage } from '../rooms/documents.ts';
import { QUESTION_TEXT_MAX, STARTER_FILES_CHARS_MAX, STARTER_FILES_MAX } from './starter-limits.ts';

/** A file of a starter besides its first one. */
export const StarterFile = Closed({
  name: FileName,
  code: Text(STARTER_FILES_CHARS_MAX),
  /** Whether it is withheld from candidates, as a file of tests; shown if absent. */
  is_hidden: Type.Optional(Type.Boolean()),
});
export type StarterFile = Type.Static<typeof StarterFile>;

const firstFields = { language: OfferedLanguage, code: Text(QUESTION_TEXT_MAX) };

/** The code that a candidate starts from, in one language: the first file, and others if it is a project. */
export const Starter = Closed({
  ...firstFields,
  /** Absent if there is one file; servers of the previous release leave it out. */
  files: Type.Optional(Type.Array(StarterFile, { maxItems: STARTER_FILES_MAX })),
});
export type Starter = Type.Static<typeof Starter>;

/** A file of a starter that candidates get. Field by field, so that a new field stays private until it is listed. */
const ShownFile = Closed({ name: FileName, code: Text(STARTER_FILES_CHARS_MAX) });

/** A starter as everyone in the room gets it: without hidden files. */
export const ShownStarter = Closed({
  ...firstFields,
  /** Absent if there is one file; servers of the previous release leave it out. */
  files: Type.Optional(Type.Array(ShownFile, { maxItems: STARTER_FILES_MAX })),
});
export type ShownStarter = Type.Static<typeof ShownStarter>;
