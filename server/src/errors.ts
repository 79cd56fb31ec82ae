import { WAITING_MESSAGE } from '@cip/contracts/interviews/admission-messages';
import type { ErrorBody, ErrorCode } from '@cip/contracts/protocol/errors';

const STATUS: Record<ErrorCode, number> = {
  bad_request: 400,
  unauthenticated: 401,
  second_factor: 403,
  reauthenticate: 403,
  second_factor_setup: 403,
  password_off: 403,
  sign_in_stale: 409,
  sign_in_refused: 403,
  sign_in_failed: 424,
  plan_required: 402,
  payment_failed: 402,
  forbidden: 403,
  waiting: 403,
  removed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  limit_reached: 409,
  ended: 409,
  resync: 409,
  too_large: 413,
  invalid: 422,
  unreadable: 409,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
};

type FieldErrors = Record<string, string[]>;

/** An error for the client: a code, a readable message, and messages by field. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldErrors | undefined;

  constructor(code: ErrorCode, message: string, errors?: FieldErrors) {
    super(message);
    this.code = code;
    this.errors = errors;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** The password is correct; the sign-in continues with a code. */
export class SecondFactorNeeded extends AppError {
  readonly challenge: string;

  constructor(challenge: string) {
    super('second_factor', 'Please enter the code from your authenticator app.');
    this.challenge = challenge;
  }
}

export const unauthenticated = (message = 'Please sign in.') => new AppError('unauthenticated', message);
export const forbidden = (message: string) => new AppError('forbidden', message);
/** For an object that does not exist or is another company's. */
export const notFound = (message: string) => new AppError('not_found', message);
export const conflict = (message: string) => new AppError('conflict', message);
/** For an act in a session that is over. */
export const ended = () => new AppError('ended', 'This session has ended.');
/** For a candidate while no interviewer has admitted them. */
export const waiting = () => new AppError('waiting', WAITING_MESSAGE);
export const unavailable = (message: string) => new AppError('unavailable', message);
/** For an invalid value of one field. */
export const invalid = (field: string, message: string) => new AppError('invalid', message, { [field]: [message] });

/** Returns the body of an error. */
export function errorBody(error: AppError): ErrorBody {
  return {
    message: error.message,
    code: error.code,
    ...(error.errors && { errors: error.errors }),
    ...(error instanceof SecondFactorNeeded && { challenge: error.challenge }),
  };
}

/** Errors of a connection that is lost or cannot be made, the name of its host included. */
const CONNECTION_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/**
 * SQLSTATEs of a Postgres that takes no statements for now: lost connections, no connection, memory or disk left,
 * stopping or starting, failed disks, and read-only until it takes over.
 */
const OUTAGE_STATES = /^(?:080|53\d|57P|580)..$|^25006$/;

/** The SQLSTATE of a row whose parent row another request deleted in the meantime. */
const OWNER_GONE = '23503';

/**
 * Converts any thrown value into an AppError: `unavailable` for an outage, `not_found` for a write that lost a race
 * with a deletion, else `internal` with a general message.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isOutage(error)) return unavailable('The service is briefly unavailable. Please try again.');
  if (isOwnerGone(error)) return notFound('This no longer exists.');
  return new AppError('internal', 'Something went wrong on our side. Please try again.');
}

/** Returns true if another request has deleted the row's owner. */
export function isOwnerGone(error: unknown): boolean {
  return codeOf(error) === OWNER_GONE;
}

/** Returns true if the database or Redis could not be reached. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (CONNECTION_CODES.has(code) || OUTAGE_STATES.test(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}

/** Returns the code of an error of the system or the database, or ''. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
