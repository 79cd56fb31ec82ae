import { randomUUID } from 'node:crypto';
import type { Question } from '@cip/contracts/questions/questions';
import { joinInterview, type Call } from '../../../../testkit/company.ts';
import * as examples from '../../../../testkit/example-interviews.ts';
import { firstClientId } from '../../features/documents/yjs/client-ids.ts';
import { ADA_BY_MAYA, ALAN_BY_TOMAS, GRACE_BY_MAYA, GRACE_BY_TOMAS, type DemoCard } from './cards.ts';
import type { Past } from './past.ts';
import { plan } from './planned-interviews.ts';
import type { Questions } from './questions.ts';
import { recordInterview } from './record-interview.ts';
import { caller, HOUR_MS, MINUTE_MS, workday, type Colleague, type Team } from './team.ts';

/**
 * Three interviews of the last days, oldest first: one on hold, one with a decision, one whose scorecard is a draft.
 */
export async function holdInterviews(team: Team, { quiet, parking }: Questions, owner: Call): Promise<void> {
  const { past, tomas, maya } = team;
  const starter = ({ id, starters }: Question) => ({ id, starter: starters[0]?.code ?? '' });
  const alan = await hold(team, [tomas], 'Alan Turing', workday(6, 11), {
    example: (clientIds) => examples.parkingFee(clientIds, starter(parking)),
    question: parking,
  });
  await writeCard(past, tomas, alan, ALAN_BY_TOMAS);
  await decide(past, tomas.as, alan, 'hold', 'A second, smaller task in which he chooses the tests himself.');
  const grace = await hold(team, [maya, tomas], 'Grace Hopper', workday(4, 14), {
    example: (clientIds) => examples.quietCustomers(clientIds, starter(quiet)),
    question: quiet,
  });
  await writeCard(past, maya, grace, GRACE_BY_MAYA);
  await writeCard(past, tomas, grace, GRACE_BY_TOMAS);
  await decide(past, owner, grace, 'advance', 'Maya saw how she thinks, Tomás what she missed once. We go on.');
  const ada = await hold(team, [maya], 'Ada Lovelace', workday(1, 14), { example: examples.mergeIntervals });
  await writeCard(past, maya, ada, ADA_BY_MAYA);
  const notes = 'Starts in March at the earliest. Would rather join the engine team than the mill team.';
  await past(ada.endedAt + HOUR_MS, () => maya.as('PATCH', `/interview-sessions/${ada.id}`, { notes }));
}

interface Held {
  id: string;
  endedAt: number;
}

/** Plans, starts, records and ends an interview of the past. */
async function hold(
  { node, past, companyId }: Team,
  hosts: [Colleague, ...Colleague[]],
  candidate: string,
  startedAt: number,
  { example, question }: { example: (clientIds: number[]) => examples.ExampleInterview; question?: Question },
): Promise<Held> {
  const [host] = hosts;
  const planned = await past(startedAt - HOUR_MS, () => plan(host.as, candidate, Date.now() + HOUR_MS, hosts));
  await past(startedAt, () => host.as('POST', `/interview-sessions/${planned.id}/start`));
  const joined = await past(startedAt + MINUTE_MS / 2, () =>
    joinInterview(caller(node.app), planned.room_code, candidate),
  );
  const { participant_id: id } = joined;
  const people = [
    ...hosts.map((one) => one.participant),
    { ...host.participant, id, name: candidate, type: 'candidate' as const },
  ];
  const told = example(people.map((one) => firstClientId(one.id)));
  await recordInterview(node.ctx, past, { interviewId: planned.id, companyId, startedAt, people, question }, told);
  const endedAt = startedAt + told.durationMs;
  await past(endedAt, () => host.as('POST', `/interview-sessions/end-by-room/${planned.room_code}`));
  return { id: planned.id, endedAt };
}

/** Writes a scorecard, and submits it if it has a recommendation. */
async function writeCard(past: Past, { as }: Colleague, { id, endedAt }: Held, card: DemoCard): Promise<void> {
  const body = {
    op_id: randomUUID(),
    notes: { base: [], value: card.notes.map(([minute, text]) => ({ minute, text })) },
    ratings: Object.entries(card.ratings).map(([criterion, [grade, evidence]]) => ({
      criterion,
      grade: { base: null, value: grade },
      evidence: { base: '', value: evidence },
    })),
    overall: { base: null, value: card.overall },
    summary: { base: '', value: card.summary },
  };
  await past(endedAt + HOUR_MS / 2, async () => {
    await as('PUT', `/interview-sessions/${id}/scorecard`, body);
    if (card.overall !== null) await as('POST', `/interview-sessions/${id}/scorecard/submit`);
  });
}

function decide(past: Past, as: Call, { id, endedAt }: Held, decision: string, reason: string) {
  return past(endedAt + 2 * HOUR_MS, () => as('PUT', `/interview-sessions/${id}/decision`, { decision, reason }));
}
