import { ENDED_MESSAGE, type SessionEnd } from '@cip/contracts/rooms/rooms';
import type { Rules } from '@cip/contracts/rooms/rules';
import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/jobs.ts';
import { findEndedSignIns } from '../accounts/sign-in/sign-ins.service.ts';
import { endExpiredRuns, findChangedRuns } from '../runs/run-expiry.service.ts';
import { keepConnected } from '../interviews/admissions/admissions.service.ts';
import { orderWaitingMails } from '../interviews/mails/interview-mails.service.ts';
import {
  findClosedInterviews,
  completeAbandoned,
  markHosted,
  markOccupied,
  findRemovedCandidates,
  findUnseen,
  type AccountInRoom,
} from '../interviews/interviews.service.ts';
import { findChangedRules } from '../interviews/planning/rules.service.ts';
import { findChangedQuestions } from '../questions/room/interview-questions.service.ts';
import { findChangedSettings, type RoomSettings } from './changed-settings.service.ts';
import type { OtherNodes } from './other-nodes.ts';
import type { AdmissionSync } from './entering/sync-admissions.ts';

/** How often a node marks its occupied rooms (ms). */
const MARK_EVERY_MS = 15_000;
/** Abandoned interviews are completed in every twentieth run: about every five minutes. */
const RUNS_PER_SWEEP = 20;

/**
 * How often a node checks that its sockets are still allowed (ms): the longest delay of an end, a removal or a sign-out
 * on another node while Redis is away. If the device of a run is gone, the run ends as late as this after its time.
 */
const CHECK_EVERY_MS = 1_500;
/**
 * If there is Redis, only every second run checks, because notifications may get lost and tokens expire. That is more
 * often than leases end, so that a confirmation that waited for one holds.
 */
const RUNS_PER_CHECK = 2;

/** How long an end is left to the node that ended it, which knows the message and the name (s). */
const ANNOUNCED_WITHIN_S = 2;

/**
 * Runs, questions, rules and settings that changed within this time are shown again if messages may have got lost (s):
 * longer than it takes to see that another node is cut off.
 */
const CHANGED_WITHIN_S = 10;

/** Rooms marked in one statement, because a thousand together would delay the edits. */
const MARK_BATCH = 100;

/** Payload of `sessionEnded` for an end that this node finds in the database. */
const ENDED = { message: ENDED_MESSAGE, endedBy: '' };

/** The rooms of this node; the interface that the jobs use. */
export interface LocalRooms {
  /** Returns the interviews with a socket in the room on this node. */
  occupied(): string[];
  /** Returns the interviews with an interviewer's socket in the room on this node. */
  hosted(): string[];
  /** Returns the interviews with a waiting candidate's socket on this node. */
  awaited(): string[];
  /** Returns the candidates who wait on this node. */
  waiting(): string[];
  /** Sends `sessionEnded` to this node's sockets of a room, also to sockets that wait for it, and closes them. */
  closeHere(interviewId: string, ended: SessionEnd): void;
  /** Makes this node's own clients in rooms read the runs again. */
  readRunsHere(interviewIds: string[]): void;
  /** Makes this node's own clients in rooms read the questions again. */
  readQuestionsHere(interviewIds: string[]): void;
  /** Shows the rules to this node's sockets in a room. */
  showRulesHere(interviewId: string, rules: Rules): void;
  /** Shows the settings of a room to this node's sockets in it, and applies them. */
  showSettingsHere(settings: RoomSettings): void;
  /** Returns the sign-ins with a socket in a room on this node. */
  signIns(): string[];
  /** Closes this node's sockets of sign-ins. */
  closeSignInsHere(ids: string[]): void;
  /** Returns the accounts in rooms on this node. */
  accounts(): AccountInRoom[];
  /** Closes this node's sockets of accounts in rooms. */
  closeAccountsHere(accounts: AccountInRoom[]): void;
  /** Returns the candidates with a socket in a room on this node. */
  candidates(): string[];
  /** Notifies candidates of their removal and closes their sockets on this node. */
  closeCandidatesHere(ids: string[]): void;
  /** Closes this node's sockets of candidates whose token has expired. */
  closeExpiredHere(): void;
}

/**
 * Creates the jobs of the rooms: they mark occupied rooms, complete abandoned interviews, and close rooms and sockets
 * whose end this node did not hear of, because the node that ended them died or Redis was away; they end lost runs and
 * apply admissions that other nodes decided.
 */
export function roomJobs(
  ctx: AppContext,
  rooms: LocalRooms,
  admissions: Pick<AdmissionSync, 'run'>,
  nodes: Pick<OtherNodes, 'renew' | 'reportGap'> | null,
): Job[] {
  let markRuns = 0;
  let [checkRuns, wasCutOff, losses, lookedAt] = [0, false, 0, performance.now()];
  return [
    { name: 'admissions', everyMs: CHECK_EVERY_MS, run: () => admissions.run() },
    {
      name: 'occupied and abandoned rooms',
      everyMs: MARK_EVERY_MS,
      run: () => maintainRooms(ctx, rooms, markRuns++ % RUNS_PER_SWEEP === 0),
    },
    {
      name: 'ended rooms',
      everyMs: CHECK_EVERY_MS,
      async run() {
        const lossesNow = ctx.redis?.losses() ?? 0;
        const isCutOff = !hearsOtherNodes(ctx) || lossesNow !== losses;
        // Once more when Redis is back, because the last notifications did not arrive.
        const wasLost = isCutOff || wasCutOff;
        const startedAt = performance.now();
        const lease = await nodes?.renew();
        const isOtherCutOff = lease?.isOtherCutOff ?? false;
        ctx.documents.expectGaps(isOtherCutOff);
        const mayMiss = wasLost || isOtherCutOff;
        const isDue = ++checkRuns % RUNS_PER_CHECK === 0 || mayMiss;
        if (isDue) await closeEndedRooms(ctx, rooms);
        // If there is no socket, no one waits for the end of a run, and an idle node queries nothing.
        if (rooms.occupied().length > 0) await endExpiredRuns(ctx);
        if (mayMiss) await readWhatOthersAnnounced(ctx, rooms, (startedAt - lookedAt) / 1_000);
        // Its own announcements may have got lost on the way to the others, whose connections did not break.
        if (wasLost) nodes?.reportGap();
        // Only here, so that a run that failed is made up for.
        [wasCutOff, losses, lookedAt] = [isCutOff, lossesNow, startedAt];
        if (!isDue || !lease) return;
        await admissions.run();
        await lease.markApplied();
      },
    },
  ];
}

/**
 * Shows this node's sockets in rooms what was announced a moment ago, or since a look `agoS` seconds ago, for those who
 * did not hear it.
 */
export async function readWhatOthersAnnounced(ctx: Pick<AppContext, 'db'>, rooms: LocalRooms, agoS = 0): Promise<void> {
  const seconds = CHANGED_WITHIN_S + agoS;
  rooms.readRunsHere(await findChangedRuns(ctx, rooms.occupied(), seconds));
  rooms.readQuestionsHere(await findChangedQuestions(ctx, rooms.occupied(), seconds));
  for (const { id, ...news } of await findChangedRules(ctx, rooms.occupied(), seconds)) rooms.showRulesHere(id, news);
  for (const settings of await findChangedSettings(ctx, rooms.occupied(), seconds)) rooms.showSettingsHere(settings);
}

/** Returns true if messages of other nodes reach this one. */
export function hearsOtherNodes({ redis }: Pick<AppContext, 'redis'>): boolean {
  return redis === null || redis.areReady();
}

/**
 * Closes the sockets of ended sign-ins, of accounts that see the interview no more, of removed candidates and ended
 * interviews.
 */
export async function closeEndedRooms(ctx: Pick<AppContext, 'db' | 'redis'>, rooms: LocalRooms): Promise<void> {
  const { db } = ctx;
  rooms.closeExpiredHere();
  const [signIns, candidates, occupied] = [rooms.signIns(), rooms.candidates(), rooms.occupied()];
  const accounts = rooms.accounts();
  if (signIns.length > 0) rooms.closeSignInsHere(await findEndedSignIns(db, signIns));
  if (accounts.length > 0) rooms.closeAccountsHere(await findUnseen(db, accounts));
  if (candidates.length > 0) rooms.closeCandidatesHere(await findRemovedCandidates(db, candidates));
  const open = [...new Set([...occupied, ...rooms.awaited()])];
  if (open.length === 0) return;
  const ended = await findClosedInterviews(db, open, hearsOtherNodes(ctx) ? ANNOUNCED_WITHIN_S : 0);
  for (const id of ended) rooms.closeHere(id, ENDED);
}

/**
 * Marks this node's occupied rooms and waiting candidates, and orders e-mails about candidates who wait in vain; with
 * `isSweep`, also completes abandoned interviews.
 */
export async function maintainRooms(ctx: AppContext, rooms: LocalRooms, isSweep: boolean): Promise<void> {
  const occupied = rooms.occupied();
  for (let from = 0; from < occupied.length; from += MARK_BATCH)
    await markOccupied(ctx.db, occupied.slice(from, from + MARK_BATCH));
  const [hosted, waiting] = [rooms.hosted(), rooms.waiting()];
  for (let from = 0; from < hosted.length; from += MARK_BATCH)
    await markHosted(ctx.db, hosted.slice(from, from + MARK_BATCH));
  if (waiting.length > 0) await keepConnected(ctx.db, waiting);
  await orderWaitingMails(ctx, rooms.awaited());
  if (isSweep) await completeAbandoned(ctx);
}
