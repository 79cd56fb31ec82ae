import { openDocument } from '@cip/contracts/rooms/document-events';
import { bringToFront, readQuestions, showQuestion } from '@cip/contracts/questions/question-events';
import { getParticipants } from '@cip/contracts/rooms/rooms';
import { claimRun, readRuns, startRun } from '@cip/contracts/runs/runs';
import { AppError } from '../../../errors.ts';
import type { TokenBucket } from './token-bucket.ts';
import { Turns } from './turns.ts';

/** Events whose replies, or broadcasts, contain texts or all people of the room: a few bytes request a megabyte. */
const LARGE_REPLIES: ReadonlySet<string> = new Set(
  [openDocument, getParticipants, readQuestions, readRuns, startRun, claimRun, showQuestion, bringToFront].map(
    ({ name }) => name,
  ),
);

/** Replies of one kind that one group of a room gets in parallel; the others wait for a later turn. */
const AT_ONCE = 1;

/** Returns true if the reply to an event is large and counts. */
export const isLargeReply = (event: string) => LARGE_REPLIES.has(event);

/** Limits the cost of a room's replies, because the limits on events count only their number. */
export class ReplyLimits {
  readonly #turns = new Turns(AT_ONCE);

  /** Runs a task in turn and takes its reply out of the budgets. Throws `too_many_requests` if one is empty. */
  async runInTurn<T>(key: string, budgets: TokenBucket[], task: () => Promise<T>): Promise<T> {
    return this.#turns.run(key, async () => {
      if (budgets.some((budget) => budget.isEmpty))
        throw new AppError('too_many_requests', 'Too many requests. Please wait a moment.');
      const reply = await task();
      const cost = charsOf(reply);
      for (const budget of budgets) budget.spend(cost);
      return reply;
    });
  }
}

/** Returns about how many characters a reply has as JSON, without encoding it. */
export function charsOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let chars = 2;
  for (const [name, part] of Object.entries(value)) chars += name.length + charsOf(part);
  return chars;
}
