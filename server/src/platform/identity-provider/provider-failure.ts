import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { AppError } from '../../errors.ts';
import { AnswerTooLarge } from './bounded-fetch.ts';

/** Longest reason in the log, in characters. */
const REASON_MAX = 200;

/** The message for an answer that belongs to no sign-in of this browser. */
export const staleSignIn = () =>
  new AppError(
    'sign_in_stale',
    'This sign-in took too long, was used already, or began in another browser. Please start again.',
  );

/** Codes of answers that are no readable reply of a provider. */
const UNREADABLE = new Set(['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR']);

/** Returns the error that people read for a failure at the provider: one sentence, and never a 5xx. */
export function toSignInError(error: unknown, provider: string): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof AuthorizationResponseError)
    return refused(
      error.error === 'access_denied'
        ? `The sign-in was cancelled or refused at ${provider}.`
        : `${provider} could not sign you in. Please try again, or ask your administrator.`,
    );
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return staleSignIn();
  if (isAway(error)) return failed(`${provider} cannot be reached right now. Please try again in a moment.`);
  if (isUnreadable(error))
    return failed(`${provider} sent an answer that cannot be used. Please try again, or ask your administrator.`);
  return failed(`The answer of ${provider} could not be verified, so you are not signed in. Ask your administrator.`);
}

const refused = (message: string) => new AppError('sign_in_refused', message);
const failed = (message: string) => new AppError('sign_in_failed', message);

function isAway(error: unknown): boolean {
  if (error instanceof ClientError) return error.code === 'OAUTH_TIMEOUT';
  return error instanceof TypeError && error.message === 'fetch failed';
}

function isUnreadable(error: unknown): boolean {
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError) return true;
  if (error instanceof TypeError || causesOf(error).some((cause) => cause instanceof AnswerTooLarge)) return true;
  return error instanceof ClientError && UNREADABLE.has(error.code ?? '');
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at);
  return causes;
}

/** Returns why a sign-in failed, for the log: the words of the library, without the provider's data. */
export function reasonOf(error: unknown): string {
  const words = causesOf(error).map((cause) => {
    const { name, message } = cause as Error;
    return 'code' in (cause as Error)
      ? `${String((cause as { code: unknown }).code)} ${message}`
      : `${name} ${message}`;
  });
  return words.join(': ').slice(0, REASON_MAX);
}
