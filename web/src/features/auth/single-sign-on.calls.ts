import type { Body } from '@cip/contracts/protocol/endpoint';
import type { startSingleSignOn } from '@cip/contracts/accounts/single-sign-on';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api-client.ts';
import { go } from '../../shared/device/location.ts';

export type Prompt = NonNullable<Body<typeof startSingleSignOn>['prompt']>;

/** Begins a sign-in with the provider and leaves for its page; this browser alone can end it. */
export async function leaveForProvider(prompt?: Prompt): Promise<void> {
  const { url } = await call('POST /single-sign-on/start', { body: prompt === undefined ? {} : { prompt } });
  go(url);
}

/** Ends a sign-in with the query of the address that the provider led back to. */
export function finishSignIn(answer: string) {
  return call('POST /single-sign-on/finish', { body: { answer } });
}

/** How the company signs in with the provider, for its owner. */
export const companySingleSignOnQuery = queryOptions({
  queryKey: ['single-sign-on'],
  queryFn: () => call('GET /company/single-sign-on'),
  staleTime: 0,
});

/** Changes the email domain whose new people become interviewers. */
export function saveOpenDomain(domain: string | null) {
  return call('PUT /company/single-sign-on', { body: { domain } });
}
