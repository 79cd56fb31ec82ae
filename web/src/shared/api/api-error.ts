import type { ErrorCode } from '@cip/contracts/errors';

/** What a failed call came back with; `status` is 0 when the server could not be reached at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'unreachable';
  /** Messages by field, for forms. */
  readonly errors: Record<string, string[]>;
  /** What the second step of a sign-in refers to. */
  readonly challenge: string | null;
  /** False when the message is ours because the server gave none. */
  readonly fromServer: boolean;

  constructor(status: number, body: unknown) {
    const told = readBody(body);
    super(
      told.message ??
        (status === 0 ? "We can't reach the server. Please try again." : `The server answered ${status}.`),
    );
    this.name = 'ApiError';
    this.status = status;
    this.code = told.code ?? (status === 0 ? 'unreachable' : 'internal');
    this.errors = told.errors ?? {};
    this.challenge = told.challenge ?? null;
    this.fromServer = told.message !== undefined;
  }
}

interface Told {
  message?: string;
  code?: ErrorCode;
  errors?: Record<string, string[]>;
  challenge?: string;
}

function readBody(body: unknown): Told {
  if (typeof body !== 'object' || body === null) return {};
  const { message, ...rest } = body as Told;
  return typeof message === 'string' && message !== '' ? { ...rest, message } : rest;
}

/** Whether a call was not answered by the server, which then has refused nothing. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** The server's message where it gave one, else the fallback (spec section 8); that it was not reached, if so. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && (error.fromServer || isUnreachable(error)) ? error.message : fallback;
}

/** The first message of each field of a refused form. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const first: Record<string, string> = {};
  for (const [field, messages] of Object.entries(error.errors)) {
    if (messages[0] !== undefined) first[field] = messages[0];
  }
  return first;
}
