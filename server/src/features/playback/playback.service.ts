import { createHash } from 'node:crypto';
import { PLAYBACK_PIECE_EDITS, type PlaybackEvent } from '@cip/contracts/playback/playback';
import { encodeFrame } from '@cip/contracts/playback/playback-format';
import type { Interview } from '@cip/contracts/interviews/interviews';
import type { AppContext } from '../../context.ts';
import { conflict } from '../../errors.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { requirePlayback } from '../billing/limits.service.ts';
import { listEdits } from '../documents/documents.service.ts';
import { requireInterview } from '../interviews/interviews.service.ts';
import { mayReadOn } from '../interviews/lasting-access.service.ts';
import { scopeOf } from '../interviews/scope.service.ts';
import { readQuestionTexts } from '../questions/room/interview-questions.service.ts';
import { readRecordedRuns } from '../runs/recorded-runs.service.ts';
import { recordView } from '../scorecards/playback-views.service.ts';
import { readTimeline } from '../timeline/timeline.service.ts';
import { listStretches } from './closed-stretches.repository.ts';
import { readHead, type Recording } from './playback-head.ts';
import { toPlaybackEvent } from './playback-events.ts';
import { forReaders, isForReaders, type ReaderView } from './reader-view.ts';

/** Events in one frame. */
const EVENTS_PER_FRAME = 500;

/** A playback that can be sent: its frames are read while they are sent. */
export interface OpenPlayback {
  /** Identifies the recording: two downloads with the same one can be joined. */
  etag: string;
  frames: AsyncGenerator<Uint8Array>;
}

/**
 * Opens the recording of an interview that the account sees; with `after`, only the edits after that id follow the
 * head. An account that watched it may write a scorecard. Throws `not_found`, `plan_required`, `conflict` before the
 * end, and TooManyFailures.
 */
export async function openPlayback(
  ctx: AppContext,
  principal: Principal,
  interviewId: string,
  after: number | null,
): Promise<OpenPlayback> {
  const { companyId, userId } = principal;
  const interview = await requireInterview(ctx.db, scopeOf(principal), interviewId);
  requireEnd(interview);
  await requirePlayback(ctx.db, companyId, interview.ended_at);
  await ctx.limits.playbacks.take(companyId, userId);
  await recordView(ctx.db, interviewId, userId);
  return openRecording(ctx, interview, after, { view: null, isOpen: () => mayReadOn(ctx, principal, interviewId) });
}

/**
 * Opens the recording of an ended interview; with `view`, for readers of a review link. The frames break off if a
 * stretch is closed, or `isOpen` returns false, while they are sent.
 */
export async function openRecording(
  ctx: AppContext,
  interview: Interview,
  after: number | null,
  { view, isOpen }: { view: ReaderView | null; isOpen: () => Promise<boolean> },
): Promise<OpenPlayback> {
  const whole = await readHead(ctx, interview);
  const recording = view ? forReaders(whole, view) : whole;
  const read = frames(ctx, recording, { after, view });
  return { etag: etagOf(recording), frames: whileOpen(ctx, recording, read, isOpen) };
}

// A frame is sent only if it may still be read afterwards: the reader may have taken minutes for the frames before it.
async function* whileOpen(
  { db }: AppContext,
  { interviewId, head }: Recording,
  read: AsyncGenerator<Uint8Array>,
  isOpen: () => Promise<boolean>,
): AsyncGenerator<Uint8Array> {
  for await (const frame of read) {
    const isSame = JSON.stringify(await listStretches(db, interviewId)) === JSON.stringify(head.closed);
    if (!isSame || !(await isOpen())) throw new Error('The recording may not be read any more.');
    yield frame;
  }
}

/** Throws `conflict` if the interview has no recording. */
export function requireEnd({ status }: Pick<Interview, 'status'>): void {
  if (status === 'cancelled') throw conflict('This session was cancelled, so there is nothing to play back.');
  if (status !== 'completed') throw conflict('You can play this session back after it ends.');
}

function etagOf({ lastId, head }: Recording): string {
  const digest = createHash('sha256').update(JSON.stringify(head)).digest('base64url');
  return `"${lastId}-${digest.slice(0, 16)}"`;
}

interface Part {
  after: number | null;
  /** The view for readers of a review link; null for the company. */
  view: ReaderView | null;
}

async function* frames(ctx: AppContext, recording: Recording, part: Part): AsyncGenerator<Uint8Array> {
  const { after } = part;
  yield encodeFrame({ kind: 'head', head: recording.head });
  if (after === null) {
    yield* eventFrames(ctx, recording, part);
    yield* runFrames(ctx, recording);
    yield* extraFrames(ctx, recording, part);
  }
  if (recording.head.edits === 'included') yield* editFrames(ctx, recording, after ?? 0);
  yield encodeFrame({ kind: 'end' });
}

async function* eventFrames(ctx: AppContext, recording: Recording, part: Part): AsyncGenerator<Uint8Array> {
  let events: PlaybackEvent[] = [];
  for await (const event of readTimeline(ctx.db, recording.interviewId)) {
    if (part.view && !isForReaders(event.kind)) continue;
    events.push(toPlaybackEvent(event, recording));
    if (events.length < EVENTS_PER_FRAME) continue;
    yield encodeFrame({ kind: 'events', events });
    events = [];
  }
  yield encodeFrame({ kind: 'events', events });
}

async function* runFrames(ctx: AppContext, recording: Recording): AsyncGenerator<Uint8Array> {
  const { interviewId, head, indexOf } = recording;
  for await (const batch of readRecordedRuns(ctx.db, interviewId, head.startedAt)) {
    const runs = batch.map(({ participantId, runnerId, position, ...run }) => ({
      ...run,
      by: indexOf(participantId),
      runner: indexOf(runnerId),
      editId: position,
    }));
    yield encodeFrame({ kind: 'runs', runs });
  }
}

async function* extraFrames(
  { db }: AppContext,
  { interviewId }: Recording,
  { view }: Part,
): AsyncGenerator<Uint8Array> {
  const questions = view?.showsQuestions === false ? [] : await readQuestionTexts(db, interviewId);
  if (questions.length > 0) yield encodeFrame({ kind: 'questions', questions });
  if (view && view.scorecards.length > 0) yield encodeFrame({ kind: 'scorecards', scorecards: view.scorecards });
}

async function* editFrames(ctx: AppContext, recording: Recording, after: number): AsyncGenerator<Uint8Array> {
  const { interviewId, head, lastId, indexOf } = recording;
  for (let afterId = after; afterId < lastId;) {
    const piece = { afterId, limit: PLAYBACK_PIECE_EDITS, since: head.startedAt };
    const rows = await listEdits(ctx.db, interviewId, piece);
    // Deleted while it was sent: without its end the stream is known to be incomplete.
    const last = rows.at(-1);
    if (!last) throw new Error('The recording was deleted while it was read.');
    const edits = rows.map(({ id, at, participantId, bytes }) => ({ id, at, by: indexOf(participantId), bytes }));
    yield encodeFrame({ kind: 'edits', edits });
    afterId = last.id;
  }
}
