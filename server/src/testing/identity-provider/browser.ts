import { finishSingleSignOn, startSingleSignOn } from '@cip/contracts/accounts/single-sign-on';
import { call } from '../http/call.ts';
import type { TestApp } from '../test-app.ts';

/** A browser on its way through the provider. */
export interface Visit {
  /** The cookie that binds the sign-in to the browser, as the browser sends it. */
  cookie: string;
  /** The address at the provider. */
  url: string;
}

/** Begins a sign-in in a browser. */
export async function startVisit({ app }: TestApp, address?: string): Promise<Visit> {
  const { reply, headers } = await call(app, startSingleSignOn, { body: {}, ...(address && { address }) });
  return { cookie: cookieOf(headers), url: reply.url };
}

/** Returns the cookie that a reply sets, as a browser sends it back. */
export function cookieOf(headers: Record<string, unknown>): string {
  return (
    String([headers['set-cookie']].flat().find((cookie) => String(cookie).startsWith('sign-in='))).split(';')[0] ?? ''
  );
}

/** Goes to the provider, which signs its person in, and returns the query of the address that it leads back to. */
export async function answerOf({ url }: Pick<Visit, 'url'>): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' });
  await response.body?.cancel();
  return new URL(response.headers.get('location') ?? 'about:blank').search.slice(1);
}

/** Ends a sign-in with the provider's answer. */
export function finish({ app }: TestApp, { cookie }: Pick<Visit, 'cookie'>, answer: string, address?: string) {
  return call(app, finishSingleSignOn, { headers: { cookie }, body: { answer }, ...(address && { address }) });
}

/** Signs the provider's person in, from the button to the reply. */
export async function signInWithProvider(node: TestApp) {
  const visit = await startVisit(node);
  return finish(node, visit, await answerOf(visit));
}
