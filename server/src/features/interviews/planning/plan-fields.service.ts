import type { InterviewerRef } from '@cip/contracts/interviews/plan-fields';
import { currentZone } from '@cip/contracts/interviews/plan-text';
import { mayInterview } from '@cip/contracts/accounts/roles';
import { invalid } from '../../../errors.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { holdColleagues } from '../interviewers.repository.ts';

/** Tolerated delay of the client's clock (ms). */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** Interviews are scheduled at most a year ahead (ms). */
const MAX_AHEAD_MS = 366 * 24 * 3600 * 1000;

/** Returns a planned time in UTC. Throws `invalid` if it is past or more than a year ahead. */
export function parseScheduledAt(text: string): string {
  const moment = Date.parse(text);
  const ahead = moment - Date.now();
  if (!(ahead > -CLOCK_TOLERANCE_MS)) throw invalid('scheduled_at', 'Please choose a time in the future.');
  if (ahead > MAX_AHEAD_MS) throw invalid('scheduled_at', 'Please choose a time within a year.');
  return new Date(moment).toISOString();
}

/** Returns a time zone by the name that the planner gave, or by its current one. Throws `invalid` if it is unknown. */
export function parseTimeZone(name: string): string {
  const known = knownZone(name);
  // The system's own name of a zone may be an old one; it only corrects the case.
  const hasCase = name !== name.toLowerCase() && name !== name.toUpperCase();
  return currentZone(hasCase && known.toLowerCase() !== name.toLowerCase() ? name : known);
}

function knownZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw invalid('time_zone', 'This time zone is not known.');
  }
}

/**
 * Returns the chosen users in their order. Throws `invalid` if one is not, or no longer, of the company, or is a
 * coordinator.
 */
export async function requireInterviewers(
  trx: Transaction,
  companyId: string,
  ids: string[],
): Promise<[InterviewerRef, ...InterviewerRef[]]> {
  const wanted = [...new Set(ids)];
  const found = await holdColleagues(trx, companyId, wanted);
  if (!found.every(({ role }) => mayInterview(role)))
    throw invalid('interviewer_ids', 'A coordinator cannot interview. Please choose another person.');
  const [first, ...others] = wanted.flatMap((id) => found.filter((user) => user.id === id));
  if (!first || others.length + 1 < wanted.length)
    throw invalid('interviewer_ids', 'One of these interviewers no longer has an account.');
  return [first, ...others];
}
