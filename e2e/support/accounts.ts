import { randomBytes } from 'node:crypto';
import type { Account } from '@cip/contracts/accounts/auth';
import type { APIRequestContext, Page } from '@playwright/test';

/** The browser storage of a page's user. */
export interface Visitor {
  storage: { name: string; value: string }[];
}

export type SignedIn = Account & { token: string };

export const PASSWORD = 'correct horse battery';

/** Returns a room code like the dashboard's. */
export const newRoom = () => `private-room-${randomBytes(8).toString('base64url').slice(0, 9)}`;

export type Call = ReturnType<typeof caller>;

/** Returns a function that calls the API as an account, or publicly if there is no token. Throws on refusals. */
export function caller(api: APIRequestContext, token: string) {
  return async (method: string, path: string, data?: object): Promise<unknown> => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await api.fetch(`/api${path}`, { method, headers, ...(data && { data }) });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
}

/** Calls a public endpoint. */
export async function post<T>(api: APIRequestContext, path: string, data: object): Promise<T> {
  return (await caller(api, '')('POST', path, data)) as T;
}

/** Registers a company with the call of its screen. */
export function register(
  api: APIRequestContext,
  company: { name: string; email: string; password: string; phone?: string },
): Promise<SignedIn> {
  return post<SignedIn>(api, '/register', { ...company, password_confirmation: company.password });
}

async function takeFreePlan(as: Call): Promise<void> {
  const plans = (await as('GET', '/subscription-plans')) as { id: string; price: number }[];
  await as('POST', '/subscriptions/subscribe', { subscription_plan_id: plans.find(({ price }) => price === 0)?.id });
}

/** Pays for a plan with playback. */
async function takePaidPlan(as: Call): Promise<void> {
  const plans = (await as('GET', '/subscription-plans')) as { id: string; name: string }[];
  const plan = plans.find(({ name }) => name === 'Professional');
  const { url } = (await as('POST', '/stripe/checkout', { subscription_plan_id: plan?.id })) as { url: string };
  await as('POST', `/test-payments/checkouts/${url.split('/').at(-1)}`, { card: 'works' });
  await as('POST', '/stripe/checkout/confirm');
}

/** Registers a company on the free plan, or on a paid one. Returns its account and its caller. */
export async function registerOnPlan(
  api: APIRequestContext,
  company: Parameters<typeof register>[1],
  plan: 'free' | 'paid' = 'free',
): Promise<{ owner: SignedIn; as: Call }> {
  const registered = await register(api, company);
  const as = caller(api, registered.token);
  await (plan === 'free' ? takeFreePlan(as) : takePaidPlan(as));
  return { owner: { ...registered, company: ((await as('GET', '/user')) as Account).company }, as };
}

/** Adds an interviewer to a company and signs them in. */
export async function addInterviewer(api: APIRequestContext, as: Call, name: string): Promise<SignedIn> {
  const email = `interviewer-${randomBytes(6).toString('hex')}@example.com`;
  await as('POST', '/users', { name, email, password: PASSWORD, role: 'interviewer' });
  return post<SignedIn>(api, '/login', { email, password: PASSWORD });
}

/** Returns the browser storage of a signed-in account. */
export function visitor({ token, company, user }: SignedIn): Visitor {
  const storage = [
    { name: 'token', value: token },
    { name: 'company', value: JSON.stringify(company) },
  ];
  return { storage: user ? [...storage, { name: 'user', value: JSON.stringify(user) }] : storage };
}

/** Writes a visitor's storage, of another site with `at`; `afresh` clears it first. The page ends outside the app. */
export async function putStorage(page: Page, { storage }: Visitor, { afresh = false, at = '' } = {}): Promise<void> {
  // Not a page of the app, so that nothing of it runs while its storage changes hands.
  await page.goto(`${at}/icon.svg`);
  await page.evaluate(
    ([entries, isAfresh]) => {
      if (isAfresh) localStorage.clear();
      for (const { name, value } of entries) localStorage.setItem(name, value);
    },
    [storage, afresh] as const,
  );
}
