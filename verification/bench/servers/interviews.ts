import { randomUUID } from 'node:crypto';
import type { Plan } from '@cip/contracts/billing';
import type { Place } from '../load/protocols/protocol.ts';

/** Interviews of one company start one after the other, so several companies start them. */
const COMPANIES = 8;
const PASSWORD = 'correct horse battery';

/** Starts interviews through the REST interface, with an interviewer and a candidate for each. */
export async function startInterviews(url: string, count: number): Promise<Place[]> {
  const remaining = Array.from({ length: count }).values();
  const company = async () => {
    const token = await registerCompany(url);
    const places: Place[] = [];
    for (const _ of remaining) places.push(...(await startInterview(url, token)));
    return places;
  };
  return (await Promise.all(Array.from({ length: Math.min(COMPANIES, count) }, company))).flat();
}

/** Registers a company on the free plan; answers its token. */
export async function registerCompany(url: string): Promise<string> {
  const email = `bench-${randomUUID()}@example.com`;
  const account = { name: 'Bench', email, password: PASSWORD, password_confirmation: PASSWORD };
  const { token } = await call<{ token: string }>(url, 'POST', '/register', account);
  const plans = await call<Plan[]>(url, 'GET', '/subscription-plans');
  const free = plans.find(({ price }) => price === 0);
  await call(url, 'POST', '/subscriptions/subscribe', { subscription_plan_id: free?.id }, token);
  return token;
}

async function startInterview(url: string, token: string): Promise<Place[]> {
  const room = `private-room-${randomUUID().slice(0, 18)}`;
  await call(url, 'POST', '/interview-sessions/quick-start', { room_code: room }, token);
  const candidate = await call<{ token: string }>(url, 'POST', `/public/session/${room}/join`, {
    candidate_name: 'Ada',
  });
  return [
    { room, role: 'writer', token },
    { room, role: 'reader', token: candidate.token },
  ];
}

/** Calls the REST interface. Rejects with the answer when it is none of success. */
export async function call<T>(url: string, method: string, path: string, body?: object, token?: string): Promise<T> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  const answer: T = await response.json();
  return answer;
}
