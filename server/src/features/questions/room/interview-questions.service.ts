import type { EventReply } from '@cip/contracts/protocol/events';
import type { InterviewQuestion } from '@cip/contracts/questions/interview-questions';
import type { PlaybackQuestion } from '@cip/contracts/playback/playback-extras';
import type * as contract from '@cip/contracts/questions/question-events';
import { INTERVIEW_QUESTIONS_MAX } from '@cip/contracts/questions/question-events';
import type { Participant } from '@cip/contracts/rooms/rooms';
import { questionDataName } from '@cip/contracts/runs/question-data';
import type { DataSet } from '@cip/contracts/runs/runs';
import type { DbContext, RoomContext } from '../../../context.ts';
import { AppError, ended, notFound } from '../../../errors.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { hasQuestionData, putDataSet } from '../../runs/run-settings.service.ts';
import { recordEvent } from '../../timeline/timeline.service.ts';
import * as copies from './interview-questions.repository.ts';
import * as questionCopies from './question-copies.repository.ts';
import type { QuestionPlace } from './question-place.ts';
import * as contents from './question-contents.repository.ts';
import { requireQuestion } from '../questions.service.ts';
import { LIST_BYTES } from './read-questions.service.ts';

export { listStarters } from './interview-questions.repository.ts';

export { clearReports } from './question-reports.repository.ts';

/** Returns all questions of an interview as its interviewers see them; the largest are not whole. */
export function listInterviewQuestions(db: Database, interviewId: string): Promise<InterviewQuestion[]> {
  return copies.listQuestions(db, interviewId, { maxBytes: LIST_BYTES });
}

/** Returns a question of an interview whole, as its interviewers see it, or undefined. */
export async function findInterviewQuestion(
  db: Database,
  interviewId: string,
  id: string,
): Promise<InterviewQuestion | undefined> {
  const [question] = await copies.listQuestions(db, interviewId, { id, maxBytes: LIST_BYTES });
  return question;
}

/** Returns the texts of the questions that an interview showed, as they were then and without anything private. */
export function readQuestionTexts(db: Database, interviewId: string): Promise<PlaybackQuestion[]> {
  return copies.listTexts(db, interviewId);
}

/** Returns which of the interviews had something that their rooms see of questions changed within the last seconds. */
export async function findChangedQuestions(
  { db }: DbContext,
  interviewIds: string[],
  seconds: number,
): Promise<string[]> {
  return interviewIds.length > 0 ? copies.findChanged(db, interviewIds, seconds) : [];
}

/** The participant who sends an event about questions. */
export interface QuestionMember {
  interviewId: string;
  companyId: string;
  participant: Participant;
  /** Charges work beyond the reply to the participant's budget, in characters of a reply. */
  spend(chars: number): void;
}

export const noSuchQuestion = () => notFound('This question is not in this interview.');

/**
 * Shows a question in the room: copies its present version into the interview, or brings back the copy, and attaches
 * its data. Throws `not_found`, `ended`, or `limit_reached`.
 */
export async function showQuestion(
  ctx: RoomContext,
  member: QuestionMember,
  questionId: string,
): Promise<EventReply<typeof contract.showQuestion>> {
  const { interviewId } = member;
  const { place, news } = await inTurn(ctx.db, interviewId, async (trx) => {
    const copy = await questionCopies.findCopy(trx, interviewId, questionId);
    const place = copy ? await copies.bringToFront(trx, interviewId, copy.id) : await addCopy(trx, member, questionId);
    if (!place) throw noSuchQuestion();
    await recordEvent(trx, actorOf(member), { kind: 'question_shown', data: place });
    return { place, news: await attachData(trx, member, place) };
  });
  announceChange(ctx, member, news);
  return place;
}

async function addCopy(
  trx: Transaction,
  { interviewId, companyId }: QuestionMember,
  questionId: string,
): Promise<QuestionPlace> {
  const count = await copies.countQuestions(trx, interviewId);
  if (count >= INTERVIEW_QUESTIONS_MAX)
    throw new AppError('limit_reached', `A session has at most ${INTERVIEW_QUESTIONS_MAX} questions.`);
  // First, so that a question which is read here is still there when its copy refers to it.
  await questionCopies.markUsed(trx, companyId, questionId);
  const question = await requireQuestion(trx, companyId, questionId);
  const { version, title, text, guide, starters, data, tests, minutes, tags } = question;
  const content = { title, text, guide, starters, data, tests, minutes, tags };
  return questionCopies.insertCopy(trx, { interviewId, number: count + 1, questionId: question.id, version }, content);
}

/** A change of a room's data; null if there is none. */
type DataNews = { dataSet: DataSet | null } | null;

/**
 * Attaches the data of a question, if it has some. A question in SQL without data begins without the data of another
 * question, whose tables may have the names of its own.
 */
async function attachData(trx: Transaction, member: QuestionMember, { id, number }: QuestionPlace): Promise<DataNews> {
  const question = await contents.readData(trx, member.interviewId, id);
  if (!question) return null;
  const { data, isInSql } = question;
  if (data === null && !(isInSql && (await hasQuestionData(trx, member.interviewId)))) return null;
  return putData(trx, member, dataOf(number, data));
}

/** Takes the data of a hidden question away, and attaches the data of the question that is now in front, if it has some. */
async function takeDataAway(trx: Transaction, member: QuestionMember, hidden: QuestionPlace): Promise<DataNews> {
  const { interviewId } = member;
  if (!(await hasQuestionData(trx, interviewId, hidden.number))) return null;
  const { shown, front } = await copies.listShown(trx, interviewId);
  const next = shown.find(({ id }) => id === front);
  const content = next && (await contents.readData(trx, interviewId, next.id));
  return putData(trx, member, next && content ? dataOf(next.number, content.data) : null);
}

const dataOf = (number: number, data: string | null): DataSet | null =>
  data === null ? null : { name: questionDataName(number), sql: data };

async function putData(trx: Transaction, member: QuestionMember, dataSet: DataSet | null): Promise<DataNews> {
  return (await putDataSet(trx, member, dataSet)) ? { dataSet } : null;
}

/** Brings a shown question to the front. Throws `not_found`, or `ended`. */
export async function bringToFront(
  ctx: RoomContext,
  member: QuestionMember,
  id: string,
): Promise<Record<string, never>> {
  const { interviewId } = member;
  const news = await inTurn(ctx.db, interviewId, async (trx) => {
    const place = await copies.bringToFront(trx, interviewId, id);
    if (!place) throw noSuchQuestion();
    await recordEvent(trx, actorOf(member), { kind: 'question_shown', data: place });
    return attachData(trx, member, place);
  });
  announceChange(ctx, member, news);
  return {};
}

// The sender pays twice for data, because a few bytes make the node store it and send it to everyone.
function announceChange({ rooms }: RoomContext, { interviewId, spend }: QuestionMember, news: DataNews): void {
  if (news) {
    spend(2 * (news.dataSet?.sql.length ?? 0));
    rooms.announce(interviewId, 'run:data-set', news);
  }
  rooms.announce(interviewId, 'question:changed');
}

/** Hides a shown question, with its data; if it is hidden already, nothing changes. Throws `ended`. */
export async function hideQuestion(
  ctx: RoomContext,
  member: QuestionMember,
  id: string,
): Promise<Record<string, never>> {
  const { interviewId } = member;
  const hidden = await inTurn(ctx.db, interviewId, async (trx) => {
    const place = await copies.hide(trx, interviewId, id);
    if (!place) return null;
    await recordEvent(trx, actorOf(member), { kind: 'question_hidden', data: place });
    return { news: await takeDataAway(trx, member, place) };
  });
  if (hidden) announceChange(ctx, member, hidden.news);
  return {};
}

/** Runs a change of an active interview's questions while no other one runs. Throws `ended`. */
export function inTurn<T>(db: Database, interviewId: string, act: (trx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    if (!(await copies.lockActive(trx, interviewId))) throw ended();
    return act(trx);
  });
}

/** Returns the participant who acts, as the timeline records it. */
export const actorOf = ({ interviewId, participant }: QuestionMember) => ({
  interviewId,
  participantId: participant.id,
});
