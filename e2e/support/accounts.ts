import { randomBytes } from 'node:crypto';
import type { Account } from '@cip/contracts/accounts/auth';
import type { APIRequestContext, Page } from '@playwright/test';
import * as company from '../../testkit/company.ts';
import type { Call, SignedIn } from '../../testkit/company.ts';

export { newRoom, PASSWORD, type SignedIn } from '../../testkit/company.ts';

/** The browser storage of a page's user. */
export interface Visitor {
  storage: { name: string; value: string }[];
}

/** Returns a function that calls the API as an account, or publicly if there is no token. Throws on refusals. */
export function caller(api: APIRequestContext, token: string): Call {
  return async (method, path, data) => {
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
  registered: Parameters<typeof company.register>[1],
): Promise<SignedIn> {
  return company.register(caller(api, ''), registered);
}

/** Registers a company on the free plan, or on a paid one. Returns its account and its caller. */
export async function registerOnPlan(
  api: APIRequestContext,
  newcomer: Parameters<typeof company.register>[1],
  plan: 'free' | 'paid' = 'free',
): Promise<{ owner: SignedIn; as: Call }> {
  const registered = await register(api, newcomer);
  const as = caller(api, registered.token);
  await (plan === 'free' ? company.takeFreePlan(as) : company.takePaidPlan(as));
  return { owner: { ...registered, company: ((await as('GET', '/user')) as Account).company }, as };
}

/** Adds an interviewer to a company and signs them in. */
export function addInterviewer(api: APIRequestContext, as: Call, name: string): Promise<SignedIn> {
  const email = `interviewer-${randomBytes(6).toString('hex')}@example.com`;
  return company.addColleague(as, caller(api, ''), { name, email, role: 'interviewer' });
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
