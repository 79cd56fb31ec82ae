import type { GivenRole } from '@cip/contracts/accounts/roles';
import type { Participant } from '@cip/contracts/rooms/rooms';
import { addColleague, type Call } from '../../../../testkit/company.ts';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import type { Past } from './past.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A colleague of the demo's company. */
export type Colleague = Awaited<ReturnType<typeof join>>;

/** Adds a person to the company. */
export async function join(app: App, owner: Call, person: { name: string; email: string; role: GivenRole }) {
  const { token, user } = await addColleague(owner, caller(app), person);
  const participant: Participant = { id: user?.id ?? '', name: person.name, type: 'interviewer', authenticated: true };
  return { ...person, participant, as: caller(app, token) };
}

/** What the makers of the demo's interviews need. */
export interface Team {
  node: { app: App; ctx: AppContext };
  past: Past;
  companyId: string;
  tomas: Colleague;
  maya: Colleague;
  amelie: Colleague;
}

/** Returns a function that calls the API without a network. */
export function caller(app: App, token = ''): Call {
  return async (method, path, body) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }) };
    const reply = await app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      headers,
      ...(body && { payload: body }),
    });
    if (reply.statusCode >= 400) throw new Error(`${method} ${path}: ${reply.statusCode} ${reply.body}`);
    return reply.json();
  };
}

/** Returns an hour of a working day, that many working days ago, by the clock of this machine. */
export function workday(daysAgo: number, hour: number): number {
  const day = new Date();
  day.setHours(hour, 0, 0, 0);
  for (let left = daysAgo; left > 0; left -= day.getDay() % 6 === 0 ? 0 : 1) day.setDate(day.getDate() - 1);
  return day.getTime();
}
