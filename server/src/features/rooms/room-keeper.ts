import { ENDED_MESSAGE } from '@cip/contracts/rooms';
import type { AppContext } from '../../context.ts';
import { endedSignIns } from '../auth/sign-ins.service.ts';
import { completeAbandoned, markOccupied } from '../interviews/interviews.service.ts';

/** How often a node looks after its rooms, in milliseconds. */
const LOOK_EVERY_MS = 15_000;
/** Abandoned interviews are looked for once in so many looks: about every five minutes. */
const LOOKS_PER_SWEEP = 20;

/**
 * How often a node looks whether the sign-ins of its sockets still live, in milliseconds. Other nodes tell of an end
 * at once; this is the bound for when they cannot, and for sign-ins that expire.
 */
const LOOK_FOR_ENDED_EVERY_MS = 5_000;

/** Rooms noted in one statement: a thousand at once would keep the database from the edits for a moment. */
const MARKED_TOGETHER = 100;

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
  const signInTimer = setInterval(() => {
    // A database that is away refuses everybody anyway; the next look comes soon.
    void closeEnded(ctx, rooms).catch(() => {});
  }, LOOK_FOR_ENDED_EVERY_MS);
  return () => {
    clearInterval(timer);
    clearInterval(signInTimer);
  };
}

/** Closes the sockets of sign-ins whose end this node was never told of. */
async function closeEnded({ db }: AppContext, rooms: LocalRooms): Promise<void> {
  const signIns = rooms.signIns();
  const ended = signIns.length > 0 ? await endedSignIns(db, signIns) : [];
  if (ended.length > 0) rooms.closeSignInsHere(ended);
}

/** One look, with or without the sweep of abandoned interviews. */
export async function lookAfter(ctx: AppContext, rooms: LocalRooms, isSweep: boolean): Promise<void> {
  const occupied = rooms.occupied();
  const active = new Set<string>();
  for (let from = 0; from < occupied.length; from += MARKED_TOGETHER)
    for (const id of await markOccupied(ctx.db, occupied.slice(from, from + MARKED_TOGETHER))) active.add(id);
  for (const interviewId of occupied)
    if (!active.has(interviewId)) rooms.closeHere(interviewId, { message: ENDED_MESSAGE, endedBy: '' });
  if (isSweep) await completeAbandoned(ctx);
}
