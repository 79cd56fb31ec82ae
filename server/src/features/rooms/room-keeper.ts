import { ENDED_MESSAGE } from '@cip/contracts/rooms';
import type { AppContext } from '../../context.ts';
import { endedSignIns } from '../auth/sign-ins.service.ts';
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
 * How often a node looks whether its sockets may still be there, in milliseconds. Other nodes tell of an end, a removal
 * and a sign-out at once; this is the bound for when they cannot, and for sign-ins that expire.
 */
const LOOK_FOR_ENDED_EVERY_MS = 5_000;

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
}

/**
 * Looks after the rooms: notes which are occupied, closes those whose end this node was never told of (the node
 * that ended them died in between), and completes abandoned interviews. Answers with the function that stops it.
 */
export function keepRooms(ctx: AppContext, rooms: LocalRooms): () => void {
  let looks = 0;
  const timer = setInterval(() => {
    const isSweep = looks++ % LOOKS_PER_SWEEP === 0;
    void lookAfter(ctx, rooms, isSweep).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'the rooms could not be looked after'),
    );
  }, LOOK_EVERY_MS);
  const endedTimer = setInterval(() => {
    // A database that is away refuses everybody anyway; the next look comes soon.
    void closeEnded(ctx, rooms).catch(() => {});
  }, LOOK_FOR_ENDED_EVERY_MS);
  return () => {
    clearInterval(timer);
    clearInterval(endedTimer);
  };
}

/** Closes the sockets of sign-ins, candidates and rooms whose end this node was never told of. */
export async function closeEnded({ db }: Pick<AppContext, 'db'>, rooms: LocalRooms): Promise<void> {
  const [signIns, candidates, occupied] = [rooms.signIns(), rooms.candidates(), rooms.occupied()];
  if (signIns.length > 0) rooms.closeSignInsHere(await endedSignIns(db, signIns));
  if (candidates.length > 0) rooms.closeCandidatesHere(await removedCandidates(db, candidates));
  if (occupied.length > 0) for (const id of await closedInterviews(db, occupied)) rooms.closeHere(id, ENDED);
}

/** One look at which rooms are occupied, with or without the sweep of abandoned interviews. */
export async function lookAfter(ctx: AppContext, rooms: LocalRooms, isSweep: boolean): Promise<void> {
  const occupied = rooms.occupied();
  for (let from = 0; from < occupied.length; from += MARKED_TOGETHER)
    await markOccupied(ctx.db, occupied.slice(from, from + MARKED_TOGETHER));
  if (isSweep) await completeAbandoned(ctx);
}
