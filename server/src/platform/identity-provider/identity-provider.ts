import * as client from 'openid-client';
import type { FastifyBaseLogger } from 'fastify';
import type { OidcConfig } from '../config/oidc-config.ts';
import { CLOCK_TOLERANCE_SECONDS, Discovery } from './discovery.ts';
import { verifyLogoutToken, type ProviderLogout } from './logout-token.ts';
import { profileOf, type Profile } from './profile.ts';
import { reasonOf, toSignInError } from './provider-failure.ts';

/** The proof of a browser that comes back from the provider. */
export interface SignInAttempt {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
}

/** A person whom the provider has signed in. */
export interface ProviderSignIn {
  /** The provider's identifier of the person, which never changes. */
  subject: string;
  /** The session at the provider, which a logout token may name. */
  session: string | null;
  /** Returns the e-mail and the name; requests them from the provider if its token lacks them. Throws AppError. */
  readProfile(): Promise<Profile>;
}

/** Makes the provider request the password again, or the choice of an account. */
export type Prompt = 'login' | 'select_account';

/** Longest identifier that is stored (OpenID Connect Core, section 2). */
const SUBJECT_MAX = 255;

/** The provider that users may sign in with. Its methods throw AppError, with a sentence for people. */
export class IdentityProvider {
  readonly #oidc: OidcConfig;
  readonly #discovery: Discovery;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;

  constructor(oidc: OidcConfig, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#oidc = oidc;
    this.#discovery = new Discovery(oidc);
    this.#log = log;
  }

  /** Begins a sign-in: returns the address to send the browser to, and the proof that it needs afterwards. */
  begin(redirectUri: string, prompt: Prompt | undefined): Promise<{ url: string; attempt: SignInAttempt }> {
    return this.#guarded(async () => {
      const { configuration } = await this.#discovery.get();
      const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(prompt && { prompt }),
      });
      return { url: url.href, attempt: { state, nonce, verifier, redirectUri } };
    });
  }

  /** Ends a sign-in with the query that the provider sent the browser back with. */
  finish(attempt: SignInAttempt, answer: string): Promise<ProviderSignIn> {
    return this.#guarded(async () => {
      const { configuration } = await this.#discovery.get();
      const address = new URL(attempt.redirectUri);
      address.search = answer;
      const tokens = await client.authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('The answer has no ID token.');
      // The library does not check whether a token comes from the future.
      if (claims.iat > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS) throw new Error('The ID token is from the future.');
      if (claims.sub === '' || claims.sub.length > SUBJECT_MAX) throw new Error('The subject cannot be stored.');
      const askUserInfo = () => client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      const canAsk = configuration.serverMetadata().userinfo_endpoint !== undefined;
      return {
        subject: claims.sub,
        session: typeof claims['sid'] === 'string' ? claims['sid'] : null,
        readProfile: () => this.#guarded(() => profileOf(claims, canAsk ? askUserInfo : null, this.#oidc.trustsEmail)),
      };
    });
  }

  /** Checks a logout token. */
  readLogout(token: string): Promise<ProviderLogout> {
    return this.#guarded(async () => verifyLogoutToken(token, await this.#discovery.get(), this.#oidc.clientId));
  }

  /** Reads the provider's metadata if that is due; if the provider is away, it is tried again later. */
  refresh(): Promise<void> {
    return this.#guarded(() => this.#discovery.refresh()).catch(() => undefined);
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#log.warn({ reason: reasonOf(error) }, 'the sign-in provider refused or failed');
      throw toSignInError(error, this.#oidc.name);
    }
  }
}
