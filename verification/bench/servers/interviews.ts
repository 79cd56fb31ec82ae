import { randomUUID } from 'node:crypto';
import type { Plan } from '@cip/contracts/billing/billing';
import { call } from '../../support/api.ts';
import type { Participant } from '../load/protocols/protocol.ts';

/** Companies that start interviews in parallel; one company's starts run one after the other. */
const COMPANIES = 8;
const PASSWORD = 'correct horse battery';

/** Starts interviews through the REST API, each with an interviewer and `people - 1` candidates. */
export async function startInterviews(url: string, count: number, people: number): Promise<Participant[]> {
  const remaining = Array.from({ length: count }).values();
  const company = async () => {
    const token = await registerCompany(url);
    const participants: Participant[] = [];
    for (const _ of remaining) participants.push(...(await startInterview(url, token, people)));
    return participants;
  };
  return (await Promise.all(Array.from({ length: Math.min(COMPANIES, count) }, company))).flat();
}

/** Registers a company on the free plan and returns its token. */
export async function registerCompany(url: string): Promise<string> {
  const email = `bench-${randomUUID()}@example.com`;
  const account = { name: 'Bench', email, password: PASSWORD, password_confirmation: PASSWORD };
  const { token } = await call<{ token: string }>(url, 'POST', '/register', account);
  const plans = await call<Plan[]>(url, 'GET', '/subscription-plans');
  const free = plans.find(({ price }) => price === 0);
  await call(url, 'POST', '/subscriptions/subscribe', { subscription_plan_id: free?.id }, token);
  return token;
}

async function startInterview(url: string, token: string, people: number): Promise<Participant[]> {
  const room = `private-room-${randomUUID().slice(0, 18)}`;
  await call(url, 'POST', '/interview-sessions/quick-start', { room_code: room }, token);
  const participants: Participant[] = [{ room, role: 'writer', token }];
  while (participants.length < people) {
    const candidate = { candidate_name: 'Ada' };
    const joined = await call<{ token: string }>(url, 'POST', `/public/session/${room}/join`, candidate);
    participants.push({ room, role: 'reader', token: joined.token });
  }
  return participants;
}
