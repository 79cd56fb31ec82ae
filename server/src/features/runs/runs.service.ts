import { createHash } from 'node:crypto';
import type { EventReply, Payload } from '@cip/contracts/protocol/events';
import type * as contract from '@cip/contracts/runs/runs';
import { CANDIDATE_RUNS_MAX, CANDIDATES_RUNS_MAX, OUTPUT_HEAD_MAX, RUNS_MAX } from '@cip/contracts/runs/run-limits';
import { hashedText } from '@cip/contracts/runs/run-texts';
import type { RunDevice, RunEnd, RunFile, Runner } from '@cip/contracts/runs/runs';
import type { Participant } from '@cip/contracts/rooms/rooms';
import type { AppContext, DbContext } from '../../context.ts';
import { AppError, conflict, ended, forbidden } from '../../errors.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { lockCompany } from '../billing/billing.service.ts';
import { findCurrentCode, type CurrentCode } from '../documents/read-code.service.ts';
import { recordEvent } from '../timeline/timeline.service.ts';
import { executeOnEngine, requireEngine, stopOnEngine } from './engine-runs.ts';
import { requireFiles } from './run-files.ts';
import { noRun, requireDeviceEnd } from './run-output.service.ts';
import * as runs from './runs.repository.ts';
import { findAllowed, findRunSettings } from './run-settings.repository.ts';

/** The participant who sends an event about runs. */
export interface RunMember {
  interviewId: string;
  companyId: string;
  participant: Participant;
}

/**
 * Starts a run of the document's text. If another run is active, returns that one, with `isNew` false; a repetition
 * gets the first reply while the run is active. Throws `forbidden` while runs are switched off, `too_many_requests`,
 * `limit_reached`, `not_found` for an unknown run to repeat, `ended`.
 */
export async function startRun(
  ctx: AppContext,
  member: RunMember,
  request: Payload<typeof contract.startRun>,
): Promise<EventReply<typeof contract.startRun>> {
  const { interviewId } = member;
  // Read before the first await, so that the sender's earlier edits are applied, and later ones are not.
  const current = findCurrentCode(ctx, interviewId, member.participant.id);
  // A refusal below leaves it unread, and an unhandled rejection would end the process.
  current.catch(() => {});
  // Before the checks, because a repetition adds no run.
  const known = await runs.findRun(ctx.db, interviewId, request.id);
  if (known) return replyOf(known, member, request);
  await requireAllowed(ctx, interviewId);
  const program =
    request.of === undefined ? await programOf(current, request) : await repeatOf(ctx, member, request.of);
  // A page of an earlier release would run the program.
  if (program.tests && !request.tests) throw new AppError('invalid', 'Reload this page: it cannot run test files yet.');
  if (program.tests && request.place === 'engine') throw new AppError('invalid', 'Test files run on devices only.');
  const { stored, isNew } = await storeRun(ctx, member, request, program);
  if (isNew) ctx.rooms.announce(interviewId, 'run:started', stored.run);
  if (isNew && request.place === 'elsewhere')
    ctx.rooms.announce(interviewId, 'run:offered', { id: stored.run.id, language: program.language });
  if (isNew && request.place === 'engine') void executeOnEngine(ctx, { interviewId, id: request.id }, program);
  return replyOf(stored, member, request);
}

/** Returns the same for each repetition, because an earlier reply may have got lost with the text to run. */
function replyOf(
  { run, code: text, files, stdin }: runs.StoredRun,
  { participant }: RunMember,
  { id, of, hash }: Payload<typeof contract.startRun>,
): EventReply<typeof contract.startRun> {
  const isNew = run.id === id && run.by.id === participant.id && run.end === null;
  if (!isNew || (of === undefined && hash === run.hash)) return { run, isNew, text: null, stdin: null };
  return { run, isNew, text, ...(files && { files }), stdin: of === undefined ? null : stdin };
}

async function requireAllowed({ db }: DbContext, interviewId: string): Promise<void> {
  if (!(await findAllowed(db, interviewId))) throw forbidden('The interviewer has switched off running code.');
}

/**
 * Returns false if the run is stored already. Throws if a participant may add none now. Interviewers have a part of the
 * runs that candidates cannot use up.
 */
async function mayAddRun(
  trx: Transaction,
  { runsPerMinute }: Pick<AppContext['config'], 'runsPerMinute'>,
  { interviewId, participant }: RunMember,
  { id, isOffline }: { id: string; isOffline: boolean },
): Promise<boolean> {
  await runs.lockRuns(trx, interviewId);
  // Its first request may have been under way until now, and would count.
  if (await runs.findRunState(trx, interviewId, id)) return false;
  // It may have been switched off since the request came.
  await requireAllowed({ db: trx }, interviewId);
  const counts = await runs.countRuns(trx, { interviewId, participantId: participant.id, isOffline });
  if (counts.lastMinute >= runsPerMinute) throw new AppError('too_many_requests', 'Too many runs. Wait a minute.');
  if (counts.all >= RUNS_MAX) throw new AppError('limit_reached', `A session has at most ${RUNS_MAX} runs.`);
  if (!counts.isCandidate) return true;
  if (counts.ofAuthor >= CANDIDATE_RUNS_MAX || counts.ofCandidates >= CANDIDATES_RUNS_MAX)
    throw new AppError(
      'limit_reached',
      'Candidates have no runs left in this session. Ask the interviewer to run the code.',
    );
  return true;
}

/** The program of a run. The text is the server's: a client cannot record a text that the room never had. */
interface RunProgram {
  language: string;
  code: string;
  /** All files, the first with the code; absent if there is one. */
  files?: RunFile[] | undefined;
  stdin: string;
  hash: string;
  /** Whether the test files run in place of the program. */
  tests?: true | undefined;
}

async function programOf(
  current: Promise<CurrentCode>,
  { language, stdin, tests }: Pick<Payload<typeof contract.startRun>, 'language' | 'stdin' | 'tests'>,
): Promise<RunProgram> {
  const { code, files } = await current;
  return { language, code, files, stdin, tests, hash: hashOf(hashedText(code, files)) };
}

async function repeatOf(ctx: AppContext, { interviewId, participant }: RunMember, id: string): Promise<RunProgram> {
  if (participant.type !== 'interviewer') throw forbidden('Only the interviewer can do this.');
  const repeated = await runs.findRun(ctx.db, interviewId, id);
  if (!repeated) throw noRun();
  const { run, code, files, stdin } = repeated;
  return { language: run.language, code, files, stdin, hash: run.hash, tests: run.tests };
}

async function storeRun(
  { db, config, runEngine }: Pick<AppContext, 'db' | 'config' | 'runEngine'>,
  member: RunMember,
  { id, place, device, of }: Payload<typeof contract.startRun>,
  program: RunProgram,
): Promise<{ stored: runs.StoredRun; isNew: boolean }> {
  const { interviewId, companyId, participant } = member;
  const by = { id: participant.id, name: participant.name };
  const runner = runnerOf(participant, place, device);
  const isNew = await db.transaction().execute(async (trx) => {
    if (!(await mayAddRun(trx, config, member, { id, isOffline: false }))) return false;
    if (place === 'engine') {
      // If runs start together, each counts the runs before it.
      await lockCompany(trx, companyId);
      await requireEngine({ db: trx, runEngine }, { companyId }, program.language);
    }
    if (!(await runs.insertRun(trx, { id, interviewId, by, runner, of: of ?? null, ...program }))) return false;
    const { language } = program;
    await recordEvent(trx, { interviewId, participantId: by.id, opId: `run-${id}` }, runEvent(id, language));
    return true;
  });
  const own = await runs.findRun(db, interviewId, id);
  const stored = own ?? (await runs.findLatestRun(db, interviewId));
  if (!stored || (!own && stored.run.end !== null)) throw ended();
  return { stored, isNew };
}

const runEvent = (runId: string, language: string) => ({ kind: 'run' as const, data: { runId, language } });

function runnerOf(
  participant: Participant,
  place: Payload<typeof contract.startRun>['place'],
  device: RunDevice,
): Runner | null {
  if (place === 'elsewhere') return null;
  if (place === 'engine') return { id: null, name: 'Run engine', device: 'engine' };
  return deviceOf(participant, device);
}

function deviceOf({ id, name }: Participant, device: RunDevice): Runner {
  if (device === 'engine') throw new AppError('invalid', 'A participant’s device is not the engine.');
  return { id, name, device };
}

/**
 * Makes the sender's device execute an offered run. Throws `conflict` if another one does, if it has ended, and if it
 * is one of tests and the sender does not say that it knows them.
 */
export async function claimRun(
  ctx: AppContext,
  { interviewId, participant }: RunMember,
  { id, device, tests }: Payload<typeof contract.claimRun>,
): Promise<EventReply<typeof contract.claimRun>> {
  const runner = deviceOf(participant, device);
  if (!(await runs.claimRun(ctx.db, { interviewId, id, knowsTests: tests === true }, runner)))
    throw conflict('Another device runs this code.');
  const claimed = await runs.findRun(ctx.db, interviewId, id);
  if (!claimed) throw noRun();
  ctx.rooms.announce(interviewId, 'run:claimed', { id, runner });
  const { run, code: text, files, stdin } = claimed;
  return { run, text, ...(files && { files }), stdin };
}

/** Tells the device of a run to stop it. If the run has ended, it stays as it is. Throws `not_found`. */
export async function stopRun(
  ctx: Pick<AppContext, 'db' | 'rooms' | 'runEngine'>,
  { interviewId, participant }: RunMember,
  { id }: Payload<typeof contract.stopRun>,
): Promise<Record<string, never>> {
  if (await runs.requestStop(ctx.db, interviewId, id)) {
    ctx.rooms.announce(interviewId, 'run:stopping', { id, by: { id: participant.id, name: participant.name } });
    stopOnEngine(ctx, id);
  } else if (!(await runs.findRunState(ctx.db, interviewId, id))) throw noRun();
  return {};
}

/** Returns the state of runs in an interview: the active or latest run with its output, and the settings. */
export async function readRuns(
  { db, runEngine, config }: Pick<AppContext, 'db' | 'runEngine' | 'config'>,
  { interviewId }: RunMember,
): Promise<EventReply<typeof contract.readRuns>> {
  const [settings, latest] = await Promise.all([findRunSettings(db, interviewId), runs.findLatestRun(db, interviewId)]);
  return {
    ...settings,
    run: latest?.run ?? null,
    pieces: latest ? await runs.listPieces(db, latest.run.id) : [],
    ask: latest?.ask ?? null,
    engineLanguages: runEngine?.languages() ?? [],
    limitMs: config.runLimitMs,
  };
}

/**
 * Enters a run that the sender's device executed without a connection. A repetition changes nothing. Throws `ended`,
 * `too_large`, and as startRun does.
 */
export async function enterRun(
  ctx: AppContext,
  member: RunMember,
  { device, text: code, ...run }: Payload<typeof contract.enterRun>,
): Promise<Record<string, never>> {
  const { interviewId, participant } = member;
  requireWholeOutput(run.pieces, run.end);
  if (run.files) requireFiles(code, run.files);
  if (await runs.findRun(ctx.db, interviewId, run.id)) return {};
  const by = { id: participant.id, name: participant.name };
  const entered = {
    ...run,
    interviewId,
    by,
    code,
    hash: hashOf(hashedText(code, run.files)),
    of: null,
    runner: deviceOf(participant, device),
  };
  const isNew = await ctx.db.transaction().execute(async (trx) => {
    if (!(await mayAddRun(trx, ctx.config, member, { id: run.id, isOffline: true }))) return false;
    if (!(await runs.insertOfflineRun(trx, entered))) return false;
    const event = runEvent(run.id, run.language);
    await recordEvent(trx, { interviewId, participantId: by.id, opId: `run-${run.id}` }, event);
    return true;
  });
  const stored = await runs.findRun(ctx.db, interviewId, run.id);
  if (!stored) throw ended();
  if (isNew) ctx.rooms.announce(interviewId, 'run:started', stored.run);
  return {};
}

function requireWholeOutput(pieces: readonly contract.RunPiece[], end: RunEnd): void {
  requireDeviceEnd(end);
  if (pieces.some(({ seq }, index) => seq !== index)) throw new AppError('invalid', 'Pieces count from 0.');
  if (pieces.reduce((sum, { text }) => sum + text.length, 0) > OUTPUT_HEAD_MAX)
    throw new AppError('too_large', `Output is stored up to ${OUTPUT_HEAD_MAX} characters.`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
