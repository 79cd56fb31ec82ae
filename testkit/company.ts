import { randomBytes } from 'node:crypto';
import type { Account } from '@cip/contracts/accounts/auth';
import type { GivenRole } from '@cip/contracts/accounts/roles';
import type { Interview } from '@cip/contracts/interviews/interviews';

/** Calls the API as an account, or publicly. Rejects if the call is refused. */
export type Call = (method: string, path: string, body?: object) => Promise<unknown>;

export type SignedIn = Account & { token: string };

export const PASSWORD = 'correct horse battery';

/** Returns a room code like the dashboard's. */
export const newRoom = () => `private-room-${randomBytes(8).toString('base64url').slice(0, 9)}`;

/** Registers a company with the call of its screen. */
export async function register(
  call: Call,
  company: { name: string; email: string; password: string; phone?: string },
): Promise<SignedIn> {
  return (await call('POST', '/register', { ...company, password_confirmation: company.password })) as SignedIn;
}

/** Takes the free plan. */
export async function takeFreePlan(as: Call): Promise<void> {
  const plans = (await as('GET', '/subscription-plans')) as { id: string; price: number }[];
  await as('POST', '/subscriptions/subscribe', { subscription_plan_id: plans.find(({ price }) => price === 0)?.id });
}

/** Pays for a plan with playback. */
export async function takePaidPlan(as: Call): Promise<void> {
  const plans = (await as('GET', '/subscription-plans')) as { id: string; name: string }[];
  const plan = plans.find(({ name }) => name === 'Professional');
  const { url } = (await as('POST', '/stripe/checkout', { subscription_plan_id: plan?.id })) as { url: string };
  await as('POST', `/test-payments/checkouts/${url.split('/').at(-1)}`, { card: 'works' });
  await as('POST', '/stripe/checkout/confirm');
}

/** Adds a person to the company of `as` and signs them in, with a public call. */
export async function addColleague(
  as: Call,
  call: Call,
  person: { name: string; email: string; role: GivenRole },
): Promise<SignedIn> {
  await as('POST', '/users', { ...person, password: PASSWORD });
  return (await call('POST', '/login', { email: person.email, password: PASSWORD })) as SignedIn;
}

/** Starts an interview now. */
export async function startInterview(as: Call): Promise<Interview> {
  return sessionOf(await as('POST', '/interview-sessions/quick-start', { room_code: newRoom() }));
}

/** Plans an interview. */
export async function planInterview(
  as: Call,
  plan: { candidate_name: string; scheduled_at: string; [field: string]: unknown },
): Promise<Interview> {
  return sessionOf(await as('POST', '/interview-sessions', { room_code: newRoom(), ...plan }));
}

const sessionOf = (reply: unknown) => (reply as { session: Interview }).session;

/** Joins as a candidate by the link. */
export async function joinInterview(call: Call, roomCode: string, name: string) {
  const joined = await call('POST', `/public/session/${roomCode}/join`, { candidate_name: name });
  return joined as { token: string; participant_id: string };
}
