import type { Participant } from '@cip/contracts/rooms/rooms';
import type { LimitContext } from '../../../context.ts';
import { recordPresence } from '../../timeline/timeline.service.ts';
import { isPresent, type Presence } from './presence.ts';

/** Pause before a change that could not be recorded is recorded again (ms). */
const RETRY_MS = 5_000;
/** For ten minutes, because an outage of the database seldom lasts longer. */
const RETRIES = 120;

/** A participant who is in a room now, or no longer. */
interface PresenceChange {
  interviewId: string;
  participant: Participant;
  isThere: boolean;
}

/** The participants whose presence is recorded again later, by the presence of their node. */
const retried = new WeakMap<Presence, Set<string>>();

/** Records that a participant came or left. If the database fails, records later whether they are there. */
export async function recordChange(
  ctx: LimitContext,
  presence: Presence,
  { interviewId, participant, isThere }: PresenceChange,
  retries = RETRIES,
): Promise<void> {
  if ((await recordPresence(ctx, interviewId, participant, isThere)) || retries === 0) return;
  const waiting = retried.get(presence) ?? new Set();
  const key = `${interviewId} ${participant.id}`;
  // A retry records the latest state, so that one is enough.
  if (waiting.has(key)) return;
  retried.set(presence, waiting.add(key));
  const again = async () => {
    waiting.delete(key);
    const isThereNow = await isPresent(presence, interviewId, participant);
    await recordChange(ctx, presence, { interviewId, participant, isThere: isThereNow }, retries - 1);
  };
  setTimeout(() => void again(), RETRY_MS).unref();
}
