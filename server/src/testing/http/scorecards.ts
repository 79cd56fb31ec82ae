import { randomUUID } from 'node:crypto';
import type { Interview } from '@cip/contracts/interviews/interviews';
import { saveScorecard, submitScorecard } from '@cip/contracts/scorecards/scorecards';
import { recordPresence } from '../../features/timeline/timeline.service.ts';
import type { SignedIn } from '../builders.ts';
import { call } from './call.ts';
import type { TestApp } from '../test-app.ts';

type Person = Pick<SignedIn, 'token' | 'email'>;

/** Returns the id of a user by e-mail. */
export async function userIdOf({ ctx: { db } }: TestApp, { email }: Pick<Person, 'email'>): Promise<string> {
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
}

/** Records that interviewers are in the room of an interview, as their sockets do. */
export async function enterRoomOf(
  node: TestApp,
  { id }: Pick<Interview, 'id'>,
  ...people: Pick<Person, 'email'>[]
): Promise<void> {
  for (const person of people) {
    const participant = {
      id: await userIdOf(node, person),
      name: 'Interviewer',
      type: 'interviewer' as const,
      authenticated: true,
    };
    await recordPresence(node.ctx, id, participant, true);
  }
}

/** Saves a complete scorecard in which every text contains `mark`. */
export async function writeCard(
  node: TestApp,
  { token }: Pick<Person, 'token'>,
  { id }: Pick<Interview, 'id'>,
  mark: string,
) {
  const body = {
    op_id: `write-${randomUUID()}`,
    notes: { base: [], value: [{ minute: 3, text: `${mark} noted` }] },
    ratings: [
      {
        criterion: 'code',
        grade: { base: null, value: 3 },
        evidence: { base: '', value: `${mark} evidence, which is long enough` },
      },
    ],
    overall: { base: null, value: 'yes' },
    summary: { base: '', value: `${mark} summary` },
  };
  return (await call(node.app, saveScorecard, { token, params: { id }, body })).reply.scorecard;
}

/** Writes and submits a scorecard. */
export async function submitCard(
  node: TestApp,
  person: Pick<Person, 'token'>,
  interview: Pick<Interview, 'id'>,
  mark: string,
) {
  await writeCard(node, person, interview, mark);
  const request = { token: person.token, params: { id: interview.id } };
  return (await call(node.app, submitScorecard, request)).reply.scorecard;
}
