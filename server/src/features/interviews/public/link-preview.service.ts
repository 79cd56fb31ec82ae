import { RoomCode } from '@cip/contracts/protocol/common';
import { Check } from 'typebox/value';
import { setTimeout as pause } from 'node:timers/promises';
import type { LimitContext } from '../../../context.ts';
import { findByLink } from '../interviews.repository.ts';

/** A preview does not wait longer for the database (ms): the page opens without it. */
const DEADLINE_MS = 500;

/**
 * Returns the name of the company whose interview a link opens, for the link's preview. Returns null if the room code
 * is unknown, if the interview is finished, if the network has requested too many previews or tried too many unknown
 * codes, and if the database does not answer.
 */
export async function findInvitingCompany(
  ctx: LimitContext,
  network: string,
  roomCode: string,
): Promise<string | null> {
  if (!Check(RoomCode, roomCode)) return null;
  const abort = new AbortController();
  const deadline = pause(DEADLINE_MS, null, { signal: abort.signal }).catch(() => null);
  const company = await Promise.race([findWithinLimits(ctx, network, roomCode).catch(() => null), deadline]);
  abort.abort();
  return company;
}

// Nobody needs a preview to open a link: beyond the limits it costs no query and tells nothing, even of known codes.
async function findWithinLimits(
  { db, limits }: LimitContext,
  network: string,
  roomCode: string,
): Promise<string | null> {
  await limits.linkPreviews.take(network);
  await limits.roomCodes.take(network);
  const interview = await findByLink(db, roomCode);
  if (!interview) return null;
  await limits.roomCodes.giveBack(network);
  const isOpen = interview.status === 'active' || interview.status === 'scheduled';
  return isOpen ? interview.company_name : null;
}
