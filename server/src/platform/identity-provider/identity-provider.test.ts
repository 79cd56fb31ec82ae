import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config/read-config.ts';
import { AppError } from '../../errors.ts';
import { DISCOVERY_FAULTS, type DiscoveryFault } from '../../testing/identity-provider/faults.ts';
import { startProvider, type ProviderStandIn } from '../../testing/identity-provider/stand-in.ts';
import { IdentityProvider } from './identity-provider.ts';

let standIn: ProviderStandIn;
let reasons: string[];
beforeEach(async () => {
  standIn = await startProvider();
  reasons = [];
});
afterEach(() => standIn.close());

function open(): IdentityProvider {
  const { oidc } = readConfig(standIn.env);
  if (!oidc) throw new Error('The settings have no provider.');
  return new IdentityProvider(oidc, { warn: (line: unknown) => void reasons.push(JSON.stringify(line)) });
}

const RETURN = 'http://localhost/sign-in';
const begin = (provider: IdentityProvider) =>
  provider.begin(RETURN, undefined).then(
    ({ url }) => url,
    (error: unknown) => (error instanceof AppError ? `${error.status} ${error.message}` : error),
  );

const AWAY = '424 Example cannot be reached right now. Please try again in a moment.';
const UNUSABLE = '424 Example sent an answer that cannot be used. Please try again, or ask your administrator.';
const UNVERIFIED = '424 The answer of Example could not be verified, so you are not signed in. Ask your administrator.';

const ANSWERS: Record<DiscoveryFault, string> = {
  'discovery redirects': UNUSABLE,
  'discovery of another issuer': UNVERIFIED,
  'discovery in HTML': UNUSABLE,
  'huge discovery': UNUSABLE,
  'slow discovery': AWAY,
  'discovery hangs up': AWAY,
  'discovery fails': UNUSABLE,
  'discovery without addresses': UNUSABLE,
  'discovery of a script': UNVERIFIED,
};

describe.each(DISCOVERY_FAULTS)('a provider whose %s', (fault) => {
  // If a provider is slow, the product gives it up after seconds.
  const tags = fault.startsWith('slow') ? ['long'] : [];

  it('answers with one sentence, and tries the provider again', { timeout: 15_000, tags }, async () => {
    standIn.discoveryFault = fault;
    const provider = open();

    expect(await begin(provider)).toBe(ANSWERS[fault]);
    expect(reasons).toHaveLength(1);

    if (fault === 'discovery of a script') return;
    standIn.discoveryFault = null;
    expect(await begin(provider)).toMatch(`${standIn.issuer}/authorize?`);
  });
});

it('reads the metadata once, even for many concurrent sign-ins, and starts without it', async () => {
  const provider = open();
  await Promise.all([begin(provider), begin(provider), provider.refresh()]);
  await provider.refresh();
  expect(standIn.asked).toEqual(['/.well-known/openid-configuration']);
});

it('keeps the metadata while the provider is away', async () => {
  const provider = open();
  await provider.refresh();
  standIn.discoveryFault = 'discovery fails';
  expect(await begin(provider)).toMatch(`${standIn.issuer}/authorize?`);
});

it('reports a provider that is away without failing', async () => {
  standIn.discoveryFault = 'discovery hangs up';
  await open().refresh();
  expect(reasons).toHaveLength(1);
});

it('logs no secret, no token and no name', async () => {
  standIn.fault = 'another audience';
  const provider = open();
  const { url, attempt } = await provider.begin(RETURN, 'login');
  const response = await fetch(url, { redirect: 'manual' });
  await response.body?.cancel();
  const answer = new URL(response.headers.get('location') ?? '').search.slice(1);

  await expect(provider.finish(attempt, answer)).rejects.toThrow(/could not be verified/);

  expect(new URL(url).searchParams.get('prompt')).toBe('login');
  expect(reasons.join('')).toContain('OAUTH_JWT_CLAIM_COMPARISON_FAILED');
  const secrets = [attempt.state, attempt.nonce, attempt.verifier, 'secret', 'Ada', 'ada@', 'eyJ'];
  for (const secret of [...secrets, new URLSearchParams(answer).get('code') ?? '']) {
    expect(reasons.join('')).not.toContain(secret);
  }
});
