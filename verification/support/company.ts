import { randomUUID } from 'node:crypto';
import type { Plan } from '@cip/contracts/billing/billing';
import type { Interview } from '@cip/contracts/interviews/interviews';
import type { RawHttp } from './raw-http.ts';

const PASSWORD = 'correct horse battery';

/** Existing values of fields, by field name. */
export type KnownValues = Record<string, readonly unknown[]>;

/** A company with its users' tokens and a running interview. */
export interface TestCompany {
  owner: string;
  interviewer: string;
  candidate: string;
  interview: Pick<Interview, 'id' | 'room_code'>;
  known: KnownValues;
}

/** Registers a company with an interviewer, a running and a planned interview and a candidate. */
export async function createCompany(http: RawHttp, planId: string): Promise<TestCompany> {
  const { email, token: owner } = await registerCompany(http);
  await http.call('POST', '/subscriptions/subscribe', { subscription_plan_id: planId }, owner);
  const person = { name: 'Ida', email: `fuzz-${randomUUID()}@example.com`, password: PASSWORD };
  const { user } = await http.call<{ user: { id: string } }>('POST', '/users', person, owner);
  const { token: interviewer } = await http.call<{ token: string }>('POST', '/login', {
    email: person.email,
    password: PASSWORD,
  });
  const interview = await startInterview(http, owner);
  const planned = await planInterview(http, owner);
  const candidate = await joinInterview(http, interview.room_code);
  const rooms = [interview.room_code, planned.room_code];
  const known: KnownValues = {
    id: [interview.id, planned.id, user.id, randomUUID()],
    interview_session_id: [interview.id, planned.id, randomUUID()],
    room_code: rooms,
    roomCode: rooms,
    channel: rooms,
    room: rooms,
    participantId: [candidate.participant_id, randomUUID()],
    subscription_plan_id: [planId, randomUUID()],
    email: [email, person.email],
    candidate_email: [email, null],
    password: [PASSWORD],
    password_confirmation: [PASSWORD],
    current_password: [PASSWORD, 'wrong'],
    new_password: [PASSWORD],
    scheduled_at: [new Date(Date.now() + 3_600_000).toISOString()],
    page: [1, 2, 100_000],
    language: ['sql', 'c++'],
    update: ['AAA=', 'AQEB'],
    stateVector: ['AA==', 'AAA='],
  };
  return { owner, interviewer, candidate: candidate.token, interview, known };
}

async function registerCompany(http: RawHttp): Promise<{ email: string; token: string }> {
  const email = `fuzz-${randomUUID()}@example.com`;
  const account = { name: 'Fuzz', email, password: PASSWORD, password_confirmation: PASSWORD };
  return { email, token: (await http.call<{ token: string }>('POST', '/register', account)).token };
}

/** Registers a company on the free plan. Returns its owner's token. */
export async function registerOnFreePlan(http: RawHttp): Promise<string> {
  const { token } = await registerCompany(http);
  const plans = await http.call<Plan[]>('GET', '/subscription-plans');
  const free = plans.find(({ price }) => price === 0);
  await http.call('POST', '/subscriptions/subscribe', { subscription_plan_id: free?.id }, token);
  return token;
}

/** Starts an interview and returns its ids. */
export async function startInterview(http: RawHttp, token: string): Promise<TestCompany['interview']> {
  const body = { room_code: `fuzz-${randomUUID()}` };
  const path = '/interview-sessions/quick-start';
  return (await http.call<{ session: Interview }>('POST', path, body, token)).session;
}

/** Joins an interview as a candidate. */
export function joinInterview(http: RawHttp, roomCode: string): Promise<{ token: string; participant_id: string }> {
  return http.call('POST', `/public/session/${roomCode}/join`, { candidate_name: 'Ada' });
}

async function planInterview(http: RawHttp, token: string): Promise<TestCompany['interview']> {
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const body = { room_code: `fuzz-${randomUUID()}`, candidate_name: 'Ada', scheduled_at };
  return (await http.call<{ session: Interview }>('POST', '/interview-sessions', body, token)).session;
}
