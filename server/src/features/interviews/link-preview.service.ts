import { RoomCode } from '@cip/contracts/common';
import { Check } from 'typebox/value';
import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { findByLink } from './interviews.repository.ts';
import { limitRoomCodes } from './room-code-misses.service.ts';

/** A preview does not wait longer for the database (ms): the page opens without it. */
const DEADLINE_MS = 500;

/**
 * Returns the name of the company whose interview a link opens, for the link's preview; null for an unknown room code
 * or a finished interview, once the network has tried too many unknown ones, and when the database does not answer.
 */
export async function findInvitingCompany(
  ctx: Pick<AppContext, 'db' | 'limits'>,
  network: string,
  roomCode: string,
): Promise<string | null> {
  if (!Check(RoomCode, roomCode)) return null;
  const abort = new AbortController();
  const deadline = pause(DEADLINE_MS, null, { signal: abort.signal }).catch(() => null);
  const found = limitRoomCodes(ctx, network, () => companyOf(ctx, roomCode)).catch(() => null);
  const company = await Promise.race([found, deadline]);
  abort.abort();
  return company;
}

/** Throws `not_found` for an unknown room code, so that guesses count. */
async function companyOf({ db }: Pick<AppContext, 'db'>, roomCode: string): Promise<string | null> {
  const interview = await findByLink(db, roomCode);
  if (!interview) throw notFound('Unknown link.');
  const isOpen = interview.status === 'active' || interview.status === 'scheduled';
  return isOpen ? interview.company_name : null;
}
