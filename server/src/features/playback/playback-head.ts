import type { Interview } from '@cip/contracts/interviews/interviews';
import { DEFAULT_LANGUAGE, type CodeEditorData } from '@cip/contracts/rooms/documents';
import type { FileContent } from '@cip/contracts/rooms/file-contents';
import {
  PLAYBACK_EDITS_MAX,
  PLAYBACK_VERSION,
  type PlaybackEdits,
  type PlaybackFile,
  type PlaybackHead,
} from '@cip/contracts/playback/playback';
import { cleanCode } from '@cip/contracts/rooms/code-text';
import { starterMark, type StarterMark } from '@cip/contracts/rooms/starter-marks';
import type { DocumentContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { totalEdits, type EditTotals } from '../documents/documents.service.ts';
import { readCode } from '../documents/read-code.service.ts';
import { readFiles } from '../documents/files/files.service.ts';
import { listStarters } from '../questions/room/interview-questions.service.ts';
import { findDataSet } from '../runs/recorded-runs.service.ts';
import { isFull } from '../timeline/timeline.service.ts';
import { listStretches } from './closed-stretches.repository.ts';
import { listStoredGaps, listParticipants, type RecordedParticipant } from './playback.repository.ts';

/** A recording whose head was read; `indexOf` finds a participant in the head's list. */
export interface Recording {
  interviewId: string;
  head: PlaybackHead;
  lastId: number;
  indexOf(participantId: string | null): number | null;
}

/** Reads the head of an ended interview's recording. */
export async function readHead(ctx: DocumentContext, interview: Interview): Promise<Recording> {
  const { db } = ctx;
  const [code, totals, gaps, closed, dataSet, starters, isTimelineFull, recorded] = await Promise.all([
    readFinalCode(ctx, interview.id),
    totalEdits(db, interview.id),
    listStoredGaps(db, interview.id),
    listStretches(db, interview.id),
    findDataSet(db, interview.id),
    listStarters(db, interview.id),
    isFull(db, interview.id),
    listParticipants(db, interview.id),
  ]);
  const { participants, hasTimeline } = recorded;
  const indexOf = indexIn(participants);
  const startedAt = startOf(interview, totals);
  const since = (at: string) => Date.parse(at) - Date.parse(startedAt);
  const editCount = totals.reduce((sum, { count }) => sum + count, 0);
  const head: PlaybackHead = {
    version: PLAYBACK_VERSION,
    startedAt,
    durationMs: Math.max(0, since(interview.ended_at ?? startedAt)),
    companyName: interview.company_name,
    interviewerName: interview.interviewer_name,
    candidateName: interview.candidate_name,
    participants: participants.map(({ name, type }) => ({ name, type })),
    gaps: gaps.flatMap(({ participantId, from, to }) => {
      const by = indexOf(participantId);
      return by === null ? [] : [{ by, from: since(from), to: since(to) }];
    }),
    closed,
    hasTimeline,
    ...(isTimelineFull && { isFull: true as const }),
    // Every document starts in the same language; if there is no timeline, its changes are unknown.
    firstLanguage: hasTimeline ? DEFAULT_LANGUAGE : (code?.language ?? DEFAULT_LANGUAGE),
    language: code?.language ?? DEFAULT_LANGUAGE,
    text: code?.code_content ?? null,
    ...(code?.files && { files: code.files }),
    edits: editsOf(code !== null, editCount),
    editCount,
    dataSet,
    starters: starters.flatMap(marksOf),
  };
  return { interviewId: interview.id, head, lastId: lastIdOf(totals), indexOf };
}

/** Returns when the times of a recording start. */
export function startOf({ started_at, ended_at }: Interview, totals: EditTotals[]): string {
  return started_at ?? ended_at ?? totals[0]?.firstAt ?? new Date(0).toISOString();
}

const lastIdOf = (totals: EditTotals[]) => Math.max(0, ...totals.map(({ lastId }) => lastId));

/** Returns the marks of a starter: of all its files, which are inserted as one edit, and of each by itself. */
function marksOf({ number, code, files }: { number: number; code: string; files: { code: string }[] }): StarterMark[] {
  // As rooms insert them.
  const texts = [code, ...files.map((file) => file.code)].map(cleanCode);
  const whole = files.length > 0 ? [texts.join('')] : [];
  return [...whole, ...texts].map((text) => [number, starterMark(text)]);
}

function editsOf(isReadable: boolean, editCount: number): PlaybackEdits {
  if (!isReadable) return 'unreadable';
  return editCount > PLAYBACK_EDITS_MAX ? 'too_many' : 'included';
}

function indexIn(participants: RecordedParticipant[]): Recording['indexOf'] {
  const indexes = new Map(participants.map(({ id }, index) => [id, index]));
  return (participantId) => (participantId === null ? null : (indexes.get(participantId) ?? null));
}

async function readFinalCode(ctx: DocumentContext, interviewId: string) {
  try {
    const code = await readCode(ctx, interviewId);
    return { ...code, files: code.files && (await withRoots(ctx, code, code.files)) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'unreadable') return null;
    throw error;
  }
}

/** Returns the files of an interview with the names of their texts in the document. */
async function withRoots(
  { db }: DocumentContext,
  { interview_session_id: interviewId, language }: CodeEditorData,
  contents: FileContent[],
): Promise<PlaybackFile[]> {
  const { files } = await readFiles({ db }, interviewId, language);
  return contents.flatMap(({ name, content }) => {
    const file = files.find((each) => each.name === name);
    return file ? [{ ...file, content }] : [];
  });
}
