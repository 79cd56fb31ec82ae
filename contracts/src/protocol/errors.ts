import { Type } from 'typebox';
import { Closed, Line, OneOf } from './common.ts';

/** The error codes, which programs test, with their meanings. */
export const ERROR_MEANINGS = {
  bad_request: 'The request could not be read.',
  unauthenticated: 'The bearer token is missing, wrong or expired, or a sign-in failed.',
  second_factor: 'The password is right; sign in with a code and the `challenge` of this error.',
  reauthenticate: 'This change needs a recent sign-in: call `/user/reauthenticate`, then repeat it.',
  password_off: 'This account signs in with the provider; its password is not accepted.',
  sign_in_stale: 'The sign-in was not started in this browser, took too long, or was used already; start again.',
  sign_in_refused: 'The provider, or this product, does not let this person in.',
  sign_in_failed: 'The provider could not be reached, or its answer could not be verified.',
  second_factor_setup: 'The company requires two-step sign-in; set it up first.',
  plan_required: 'The company has no active plan.',
  payment_failed: 'The payment provider refused the payment.',
  forbidden: 'The caller may not do this.',
  waiting: 'No interviewer has admitted this candidate yet.',
  removed: 'An interviewer removed this candidate from the session.',
  not_found: 'The object does not exist, or belongs to another company.',
  method_not_allowed: 'The address exists and accepts the methods of the `Allow` header.',
  conflict: 'The state of the object, or another one of that name, stands against it.',
  limit_reached: 'A limit of the plan is reached.',
  ended: 'The session has ended or was cancelled.',
  resync: 'The edit builds on one the server does not have; open the document again.',
  too_large: 'The request is too large.',
  invalid: 'Fields are wrong; `errors` has the messages by field.',
  unreadable: 'The code of this session cannot be opened; other sessions are not affected.',
  too_many_requests: 'Wait for the seconds of the `Retry-After` header.',
  unavailable: 'The server or the database is away for a moment; try again.',
  internal: 'Something went wrong on the side of the server.',
} as const;

export type ErrorCode = keyof typeof ERROR_MEANINGS;

const CODES = Object.keys(ERROR_MEANINGS) as ErrorCode[];

/** The most fields in an error. */
export const FIELDS_MAX = 50;

/**
 * The shape of every error, over HTTP and in socket acknowledgements: `errors` holds messages by field, `challenge` the
 * reference for the second step of a sign-in.
 */
export const ErrorBody = Closed({
  message: Line(500),
  code: OneOf(CODES),
  errors: Type.Optional(
    Type.Record(Type.String({ maxLength: 100 }), Type.Array(Line(300), { maxItems: 20 }), {
      maxProperties: FIELDS_MAX,
    }),
  ),
  challenge: Type.Optional(Type.String({ maxLength: 2000 })),
});

export type ErrorBody = Type.Static<typeof ErrorBody>;
