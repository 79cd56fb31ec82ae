import type { EventReply, Payload } from '@cip/contracts/protocol/events';
import type * as contract from '@cip/contracts/runs/runs';
import { OUTPUT_HEAD_MAX, RUN_TESTS_CHARS_MAX } from '@cip/contracts/runs/run-limits';
import { lengthOfResult } from '@cip/contracts/runs/run-texts';
import type { RunEnd, RunPiece } from '@cip/contracts/runs/runs';
import type { DbContext, RoomContext } from '../../context.ts';
import { AppError, conflict, notFound } from '../../errors.ts';
import * as answers from './run-answers.repository.ts';
import * as runs from './runs.repository.ts';

/** Ends that a device may report; the others are the server's. */
const DEVICE_ENDS: ReadonlySet<RunEnd['reason']> = new Set([
  'finished',
  'failed',
  'time_limit',
  'no_input',
  'stopped',
  'crashed',
  'not_loaded',
]);

/** A run as its device names it; `runnerId` is null for the engine. */
export interface RunRef {
  interviewId: string;
  id: string;
  runnerId: string | null;
}

export const noRun = () => notFound('There is no such run in this session.');
export const hasEnded = () => conflict('This run has ended.');

/**
 * Stores a piece of output and sends it to the room. Pieces come in order: throws `resync` if one is missing, and
 * accepts a repeated one. Throws `conflict` if the run has ended or runs on another device, `too_large`.
 */
export async function addOutput(ctx: RoomContext, ref: RunRef, piece: RunPiece): Promise<Record<string, never>> {
  if (await runs.insertPiece(ctx.db, ref, piece)) {
    ctx.rooms.announce(ref.interviewId, 'run:output', { id: ref.id, piece });
    return {};
  }
  const { pieceCount, ...state } = await requireOwnRun(ctx, ref);
  if (piece.seq < pieceCount) return {};
  if (state.endReason !== null) throw hasEnded();
  if (state.outputChars + piece.text.length > OUTPUT_HEAD_MAX)
    throw new AppError('too_large', `Output is stored up to ${OUTPUT_HEAD_MAX} characters.`);
  throw new AppError('resync', 'A piece of output before this one is missing.');
}

async function requireOwnRun({ db }: DbContext, { interviewId, id, runnerId }: RunRef): Promise<runs.RunState> {
  const state = await runs.findRunState(db, interviewId, id);
  if (!state) throw noRun();
  if (state.runnerId !== runnerId) throw conflict('Another device runs this code.');
  return state;
}

/** A device's report of a run that goes on. */
type SignOfLife = Omit<Payload<typeof contract.keepRunAlive>, 'id'>;

/**
 * Records that a device still executes the run, and sends the room how far it has loaded the language, and whether the
 * program waits for a line. Throws `conflict` if the run has ended or runs elsewhere.
 */
export async function keepRunAlive(
  ctx: RoomContext,
  ref: RunRef,
  { loaded, ask }: SignOfLife,
): Promise<EventReply<typeof contract.keepRunAlive>> {
  const state = await runs.touchRun(ctx.db, ref);
  if (!state) {
    await requireOwnRun(ctx, ref);
    throw hasEnded();
  }
  if (loaded !== undefined) ctx.rooms.announce(ref.interviewId, 'run:loading', { id: ref.id, loaded });
  const answer = ask === undefined ? undefined : await askForLine(ctx, ref, ask);
  return answer ? { ...state, answer } : state;
}

/** Tells the room once that a program waits for a line. Returns the answer; undefined while there is none. */
async function askForLine(
  { db, rooms }: RoomContext,
  ref: RunRef,
  ask: number,
): Promise<{ text: string | null } | undefined> {
  if (!(await answers.insertAsk(db, ref, ask))) return answers.findAnswer(db, ref.id, ask);
  rooms.announce(ref.interviewId, 'run:asked', { id: ref.id, ask });
  return undefined;
}

/**
 * Ends a run of the sender's device. A repetition changes nothing. Throws `conflict` if it runs elsewhere, and if the
 * server ended it otherwise, for instance as `lost`: then its device enters it as a new run.
 */
export async function endRun(ctx: RoomContext, ref: RunRef, end: RunEnd): Promise<Record<string, never>> {
  requireDeviceEnd(end);
  if (await runs.endRun(ctx.db, ref, end)) ctx.rooms.announce(ref.interviewId, 'run:ended', { id: ref.id, end });
  else if ((await requireOwnRun(ctx, ref)).endReason !== end.reason) throw hasEnded();
  return {};
}

/** Throws `invalid` if only the server may set the end, `too_large` for its tests, which everyone in the room gets. */
export function requireDeviceEnd({ reason, tests }: RunEnd): void {
  if (!DEVICE_ENDS.has(reason)) throw new AppError('invalid', 'A device cannot report this end.');
  const length = tests?.results.reduce((sum, result) => sum + lengthOfResult(result), 0) ?? 0;
  if (length > RUN_TESTS_CHARS_MAX)
    throw new AppError('too_large', `Results of tests have at most ${RUN_TESTS_CHARS_MAX} characters together.`);
}
