import type { DbContext } from '../../context.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { findEndedSignIns } from '../accounts/sign-in/sign-ins.service.ts';
import { findUnseen } from './room-state.repository.ts';

/**
 * Returns true while an account may read on in a reply that takes minutes: its sign-in is valid, which a removal or a
 * lower role ends, and it sees the interview, if one is given. API keys open no such replies.
 */
export async function mayReadOn(
  { db }: DbContext,
  { authSessionId, userId }: Principal,
  interviewId?: string,
): Promise<boolean> {
  const [ended, unseen] = await Promise.all([
    findEndedSignIns(db, [authSessionId]),
    interviewId === undefined ? [] : findUnseen(db, [{ interviewId, userId }]),
  ]);
  return ended.length === 0 && unseen.length === 0;
}
