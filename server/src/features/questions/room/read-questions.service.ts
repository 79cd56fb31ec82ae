import type { EventReply } from '@cip/contracts/protocol/events';
import type * as contract from '@cip/contracts/questions/question-events';
import { type ShownQuestion, type ShownTest } from '@cip/contracts/questions/question-events';
import type { QuestionTest } from '@cip/contracts/questions/questions';
import type { ShownStarter, Starter } from '@cip/contracts/questions/starters';
import type { TestsReport } from '@cip/contracts/questions/test-reports';
import type { DbContext } from '../../../context.ts';
import { countAsides } from './asides.repository.ts';
import { cleanStarters } from '../clean-codes.ts';
import * as copies from './interview-questions.repository.ts';
import type * as contents from './question-contents.repository.ts';
import * as questionReports from './question-reports.repository.ts';
import { findPublicContents } from './public-contents.ts';

/** Contents and reports in one list of an interview's questions, in bytes. */
export const LIST_BYTES = 1024 * 1024;

/** Contents in one reply, in bytes: a whole question fits, and a reply takes a few milliseconds of the node. */
const REPLY_BYTES = 512 * 1024;

/** Reports in one reply, of 0.1 MB each at most. */
const REPLY_REPORTS = 4;

/**
 * Returns which questions are shown and in front, and the contents and reports that are not in `known`, as many as fit
 * in a reply, the one in front first. `isWhole` tells whether none is left.
 */
export async function readQuestions(
  { db }: DbContext,
  interviewId: string,
  known: string[],
): Promise<{ reply: EventReply<typeof contract.readQuestions>; isWhole: boolean }> {
  const { shown, front } = await copies.listShown(db, interviewId);
  const unknown = shown
    .filter(({ id }) => !known.includes(id))
    .toSorted((a, b) => +(b.id === front) - +(a.id === front));
  const fitting = firstBytes(unknown, REPLY_BYTES);
  const questions = await findPublicContents(db, interviewId, fitting);
  const reports = await questionReports.listReports(db, interviewId, { known, limit: REPLY_REPORTS + 1 });
  const reply = {
    shown: shown.map(({ id }) => id),
    front,
    questions: questions.map(publicPart),
    reports: reports.slice(0, REPLY_REPORTS).map(publicReport),
    sharesHidden: shown.filter((one) => one.shares_hidden).map(({ id }) => id),
    asides: await countAsides(db, interviewId),
  };
  return { reply, isWhole: fitting.length === unknown.length && reports.length <= REPLY_REPORTS };
}

/** Returns the first entries that have at most `max` bytes together, and at least one. */
function firstBytes<T extends { bytes: number }>(entries: T[], max: number): T[] {
  let left = max;
  return entries.filter(({ bytes }, index) => (left -= bytes) >= 0 || index === 0);
}

/**
 * Returns the parts that everyone in the room may see. It names each field: new fields stay private. Starters of
 * earlier rules get the line ends of the document, which refuses others.
 */
function publicPart({ id, number, text, starters, tests }: contents.PublicContent): ShownQuestion {
  return { id, number, text, starters: cleanStarters(starters.map(publicStarter)), tests: tests.map(publicTest) };
}

function publicStarter({ language, code, files }: Starter) {
  const shown = files?.map((file) => ({ name: file.name, code: file.code }));
  return { language, code, ...(shown && { files: shown }) } satisfies ShownStarter;
}

function publicTest({ name, is_query, input, expected, is_ordered, is_numeric }: QuestionTest) {
  return { name, is_query, input, expected, is_ordered, is_numeric } satisfies ShownTest;
}

/** Returns a report as everyone in the room may see it: with hidden tests only if an interviewer shares their count. */
function publicReport(report: questionReports.Report) {
  const { id, question, by: name, byType, at, language, hash, tests, hidden, hiddenBy, isHiddenShared } = report;
  const shared = isHiddenShared ? { hidden, ...(hiddenBy !== undefined && { hiddenBy }) } : { hidden: null };
  return {
    id,
    question,
    by: name,
    ...(byType && { byType }),
    at,
    language,
    hash,
    tests,
    ...shared,
  } satisfies TestsReport;
}
