import { isQuestionData, questionDataName } from '@cip/contracts/runs/question-data';
import type { DataSet } from '@cip/contracts/runs/runs';
import type { RoomContext } from '../../context.ts';
import { ended } from '../../errors.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { recordEvent } from '../timeline/timeline.service.ts';
import * as settings from './run-settings.repository.ts';
import { lockRuns } from './runs.repository.ts';
import type { RunMember } from './runs.service.ts';

/** Switches running code on or off for the room. Once it resolves, no run begins that it forbids. */
export async function allowRuns(
  { db, rooms }: RoomContext,
  { interviewId, participant }: RunMember,
  isAllowed: boolean,
): Promise<Record<string, never>> {
  const isNew = await db.transaction().execute(async (trx) => {
    await lockRuns(trx, interviewId);
    if (!(await settings.storeAllowed(trx, interviewId, isAllowed))) return false;
    const by = { interviewId, participantId: participant.id };
    await recordEvent(trx, by, { kind: 'runs_allowed', data: { isAllowed } });
    return true;
  });
  if (isNew) rooms.announce(interviewId, 'run:allowed', { isAllowed });
  return {};
}

/** Stores whether an interview that has not begun allows runs. */
export function presetAllowed(trx: Transaction, interviewId: string, isAllowed: boolean): Promise<void> {
  return settings.insertAllowed(trx, interviewId, isAllowed);
}

/**
 * Stores the data set of an interview, or removes it. Returns false if it has it already; otherwise the caller
 * announces it. Throws `ended`.
 */
export async function putDataSet(
  trx: Transaction,
  { interviewId, participant }: Pick<RunMember, 'interviewId' | 'participant'>,
  dataSet: DataSet | null,
): Promise<boolean> {
  if (await settings.hasDataSet(trx, interviewId, dataSet)) return false;
  if (!(await settings.storeDataSet(trx, interviewId, dataSet))) throw ended();
  const by = { interviewId, participantId: participant.id };
  await recordEvent(trx, by, { kind: 'data_set', data: { name: dataSet?.name ?? null } });
  return true;
}

/** Returns whether the data of one of its questions, or of the question of a number, is attached to an interview. */
export async function hasQuestionData(db: Database, interviewId: string, number?: number): Promise<boolean> {
  const name = (await settings.findDataSetName(db, interviewId)) ?? '';
  return number === undefined ? isQuestionData(name) : name === questionDataName(number);
}

/** Attaches a data set to the interview, or removes it. Throws `ended`. */
export async function attachDataSet(
  { db, rooms }: RoomContext,
  member: RunMember,
  dataSet: DataSet | null,
): Promise<Record<string, never>> {
  const isNew = await db.transaction().execute((trx) => putDataSet(trx, member, dataSet));
  if (isNew) rooms.announce(member.interviewId, 'run:data-set', { dataSet });
  return {};
}

/** Sets the input of the next run for everyone. It is recorded with each run that reads it. Throws `ended`. */
export async function setInput(
  { db, rooms }: RoomContext,
  { interviewId }: RunMember,
  stdin: string,
): Promise<Record<string, never>> {
  if (!(await settings.storeStdin(db, interviewId, stdin))) throw ended();
  rooms.announce(interviewId, 'run:input', { stdin });
  return {};
}
