import type { Interview } from '@cip/contracts/interviews/interviews';
import { planInterview, type Call } from '../../../../testkit/company.ts';
import { DAY_MS, MINUTE_MS, workday, type Colleague, type Team } from './team.ts';

const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Plans an interview without a waiting room, unless `changes` say otherwise. */
export function plan(
  as: Call,
  candidate: string,
  at: number,
  hosts: Colleague[],
  changes: object = {},
): Promise<Interview> {
  return planInterview(as, {
    candidate_name: candidate,
    candidate_email: `${candidate.toLowerCase().replace(' ', '.')}@example.com`,
    scheduled_at: new Date(at).toISOString(),
    time_zone: TIME_ZONE,
    interviewer_ids: hosts.map(({ participant }) => participant.id),
    asks_before_admitting: false,
    ...changes,
  });
}

/**
 * Plans an interview that is cancelled and one for tomorrow, and starts one that waits for its candidate. Returns the
 * room code of the last.
 */
export async function planInterviews({ past, tomas, maya, amelie }: Team, template: string): Promise<string> {
  const tomorrow = new Date(Date.now() + DAY_MS).setHours(10, 0, 0, 0);
  const settings = { template_id: template, asks_before_admitting: true };
  await past(workday(1, 16), async () => {
    const off = await plan(amelie.as, 'Edsger Dijkstra', tomorrow + 2 * DAY_MS, [tomas], settings);
    await amelie.as('POST', `/interview-sessions/${off.id}/cancel`);
    await plan(amelie.as, 'Katherine Johnson', tomorrow, [maya, tomas], { ...settings, minutes: 45 });
  });
  // Last, because what it stores lies so little in the past that another act would move it again.
  return past(Date.now() - 6 * MINUTE_MS, async () => {
    const { id, room_code } = await plan(maya.as, 'Barbara Liskov', Date.now(), [maya], settings);
    await maya.as('POST', `/interview-sessions/${id}/start`);
    return room_code;
  });
}
