import { Type } from 'typebox';
import { Closed, Line, OneOf } from './common.ts';

/** What went wrong, as a word a program can test. */
export const ERROR_CODES = [
  'bad_request',
  'unauthenticated',
  'second_factor',
  'plan_required',
  'payment_failed',
  'forbidden',
  'removed',
  'not_found',
  'method_not_allowed',
  'conflict',
  'limit_reached',
  'ended',
  'resync',
  'too_large',
  'invalid',
  'too_many_requests',
  'unavailable',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Fields an error speaks of at most. */
export const FIELDS_MAX = 50;

/**
 * The one shape of every error, on HTTP and in socket acknowledgements: `errors` holds messages by field,
 * `challenge` what the second step of a sign-in refers to.
 */
export const ErrorBody = Closed({
  message: Line(500),
  code: OneOf(ERROR_CODES),
  errors: Type.Optional(
    Type.Record(Type.String({ maxLength: 100 }), Type.Array(Line(300), { maxItems: 20 }), {
      maxProperties: FIELDS_MAX,
    }),
  ),
  challenge: Type.Optional(Type.String({ maxLength: 2000 })),
});

export type ErrorBody = Type.Static<typeof ErrorBody>;
