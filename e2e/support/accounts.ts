import { randomBytes } from 'node:crypto';
import type { Account } from '@cip/contracts/auth';
import type { APIRequestContext, Page } from '@playwright/test';

/** Who looks at a page: what the browser's storage says. */
export interface Visitor {
  storage: { name: string; value: string }[];
}

export type SignedIn = Account & { token: string };

export const PASSWORD = 'correct horse battery';

/** A room code like those the dashboard makes. */
export const newRoom = () => `private-room-${randomBytes(8).toString('base64url').slice(0, 9)}`;

export type Call = ReturnType<typeof caller>;

/** What makes the calls of an account; without a token, those that are for everybody. Throws what is refused. */
export function caller(api: APIRequestContext, token: string) {
  return async (method: string, path: string, data?: object): Promise<unknown> => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await api.fetch(`/api${path}`, { method, headers, ...(data && { data }) });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
}

/** Makes one of the calls that are for everybody. */
export async function post<T>(api: APIRequestContext, path: string, data: object): Promise<T> {
  return (await caller(api, '')('POST', path, data)) as T;
}

/** Registers a company by the call its screen makes. */
export function register(
  api: APIRequestContext,
  company: { name: string; email: string; password: string; phone?: string },
): Promise<SignedIn> {
  return post<SignedIn>(api, '/register', { ...company, password_confirmation: company.password });
}

/** Puts a company on the free plan, and answers with the company as it is then. */
async function takeFreePlan(as: Call): Promise<Account['company']> {
  const plans = (await as('GET', '/subscription-plans')) as { id: string; price: number }[];
  await as('POST', '/subscriptions/subscribe', { subscription_plan_id: plans.find(({ price }) => price === 0)?.id });
  return ((await as('GET', '/user')) as Account).company;
}

/** Registers a company and puts it on the free plan; answers its account and what makes its calls. */
export async function registerOnPlan(
  api: APIRequestContext,
  company: Parameters<typeof register>[1],
): Promise<{ owner: SignedIn; as: Call }> {
  const registered = await register(api, company);
  const as = caller(api, registered.token);
  return { owner: { ...registered, company: await takeFreePlan(as) }, as };
}

/** Adds an interviewer to a company, and signs them in. */
export async function addInterviewer(api: APIRequestContext, as: Call, name: string): Promise<SignedIn> {
  const email = `interviewer-${randomBytes(6).toString('hex')}@example.com`;
  await as('POST', '/users', { name, email, password: PASSWORD, role: 'interviewer' });
  return post<SignedIn>(api, '/login', { email, password: PASSWORD });
}

/** Whoever signed in so, on a browser that keeps it. */
export function visitor({ token, company, user }: SignedIn): Visitor {
  const storage = [
    { name: 'token', value: token },
    { name: 'company', value: JSON.stringify(company) },
  ];
  return { storage: user ? [...storage, { name: 'user', value: JSON.stringify(user) }] : storage };
}

/** Lets the browser keep what a visitor's does; `afresh` takes away what it kept before. It leaves the page outside the app. */
export async function putStorage(page: Page, { storage }: Visitor, { afresh = false } = {}): Promise<void> {
  // Not a page of the app, so that nothing of it runs while its storage changes hands.
  await page.goto('/icon.svg');
  await page.evaluate(
    ([entries, isAfresh]) => {
      if (isAfresh) localStorage.clear();
      for (const { name, value } of entries) localStorage.setItem(name, value);
    },
    [storage, afresh] as const,
  );
}
