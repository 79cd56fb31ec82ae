import { Type } from 'typebox';
import { Closed, Count, LanguageId, MetCode, Moment, Name } from '../protocol/common.ts';
import { FileContents } from './file-contents.ts';

/** Codes that one interview puts aside. */
export const ASIDES_MAX = 20;
/** How many of them candidates may put aside, so that interviewers can always go on. */
export const CANDIDATE_ASIDES_MAX = 10;

/** A code that was put aside with its files for the next question: it stays with the interview. */
const Aside = Closed({
  /** Its place in the order in which they were put aside, from 1. */
  number: Count,
  /** The number of the question that it made room for. */
  question_number: Count,
  at: Moment,
  participant_name: Name,
  language: LanguageId,
  code: MetCode,
  files: FileContents,
});
export type Aside = Type.Static<typeof Aside>;

/** In a reply; absent from servers of the previous release. */
export const Asides = Type.Optional(Type.Array(Aside, { maxItems: ASIDES_MAX }));
