import { ENDED_MESSAGE } from '@cip/contracts/rooms';
import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/jobs.ts';
import { findEndedSignIns } from '../accounts/sign-in/sign-ins.service.ts';
import {
  closedInterviews,
  completeAbandoned,
  markOccupied,
  removedCandidates,
} from '../interviews/interviews.service.ts';

/** How often a node looks after its rooms, in milliseconds. */
const LOOK_EVERY_MS = 15_000;
/** Abandoned interviews are looked for once in so many looks: about every five minutes. */
const LOOKS_PER_SWEEP = 20;

/**
 * How often a node looks whether its sockets may still be there, in milliseconds: this is the bound for when other
 * nodes, without Redis, cannot tell of an end, a removal or a sign-out.
 */
const LOOK_FOR_ENDED_EVERY_MS = 1_500;
/** Nodes that can tell each other look once in so many times: for what got lost, and for what expires. */
const TIMES_PER_LOOK = 3;

/** So long an end is left to who tells of it, by whom and with what words, in seconds. */
const TOLD_WITHIN_S = 2;

/** Rooms noted in one statement: a thousand at once would keep the database from the edits for a moment. */
const MARKED_TOGETHER = 100;

/** What is said of an end that this node hears of late. */
const ENDED = { message: ENDED_MESSAGE, endedBy: '' };

/** The rooms of this node, as their keeper needs them. */
export interface LocalRooms {
  /** Interviews with a socket on this node. */
  occupied(): string[];
  /** Tells this node's sockets of a room that it is over, and closes them. */
  closeHere(interviewId: string, ended: { message: string; endedBy: string }): void;
  /** Sign-ins with a socket in a room on this node. */
  signIns(): string[];
  /** Closes this node's sockets of sign-ins. */
  closeSignInsHere(ids: string[]): void;
  /** Candidates with a socket in a room on this node. */
  candidates(): string[];
  /** Tells candidates that they are removed, and closes this node's sockets of theirs. */
  closeCandidatesHere(ids: string[]): void;
  /** Closes this node's sockets of candidates whose token has ended. */
  closeExpiredHere(): void;
}

/**
 * Creates the jobs that look after the rooms: they note which are occupied, complete abandoned interviews, and close
 * rooms and sockets whose end this node was never told of, because the node that ended them died.
 */
export function roomJobs(ctx: AppContext, rooms: LocalRooms): Job[] {
  let looks = 0;
  let [times, wasCutOff] = [0, false];
  return [
    {
      name: 'occupied and abandoned rooms',
      everyMs: LOOK_EVERY_MS,
      run: () => lookAfter(ctx, rooms, looks++ % LOOKS_PER_SWEEP === 0),
    },
    {
      name: 'ended rooms',
      everyMs: LOOK_FOR_ENDED_EVERY_MS,
      async run() {
        const isCutOff = !canBeTold(ctx);
        // Once more when Redis is back: what was told just before did not arrive.
        const isDue = ++times % TIMES_PER_LOOK === 0 || isCutOff || wasCutOff;
        wasCutOff = isCutOff;
        if (isDue) await closeEnded(ctx, rooms);
      },
    },
  ];
}

function canBeTold({ redis }: Pick<AppContext, 'redis'>): boolean {
  return redis === null || (redis.commands.status === 'ready' && redis.subscriber.status === 'ready');
}

/** Closes the sockets of sign-ins, candidates and rooms whose end this node was never told of. */
export async function closeEnded(ctx: Pick<AppContext, 'db' | 'redis'>, rooms: LocalRooms): Promise<void> {
  const { db } = ctx;
  rooms.closeExpiredHere();
  const [signIns, candidates, occupied] = [rooms.signIns(), rooms.candidates(), rooms.occupied()];
  if (signIns.length > 0) rooms.closeSignInsHere(await findEndedSignIns(db, signIns));
  if (candidates.length > 0) rooms.closeCandidatesHere(await removedCandidates(db, candidates));
  if (occupied.length === 0) return;
  const ended = await closedInterviews(db, occupied, canBeTold(ctx) ? TOLD_WITHIN_S : 0);
  for (const id of ended) rooms.closeHere(id, ENDED);
}

/** One look at which rooms are occupied, with or without the sweep of abandoned interviews. */
export async function lookAfter(ctx: AppContext, rooms: LocalRooms, isSweep: boolean): Promise<void> {
  const occupied = rooms.occupied();
  for (let from = 0; from < occupied.length; from += MARKED_TOGETHER)
    await markOccupied(ctx.db, occupied.slice(from, from + MARKED_TOGETHER));
  if (isSweep) await completeAbandoned(ctx);
}
