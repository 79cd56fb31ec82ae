import type { ErrorCode } from '@cip/contracts/protocol/errors';

/** The failure of a call; `status` is 0 if the server could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'unreachable';
  /** Messages by field, for forms. */
  readonly errors: Record<string, string[]>;
  /** Identifies the sign-in that a second factor completes. */
  readonly challenge: string | null;
  /** False if the server gave no message and this one was made here. */
  readonly fromServer: boolean;

  constructor(status: number, body: unknown) {
    const reply = readBody(body);
    super(
      reply.message ??
        (status === 0 ? 'We can’t reach the server. Please try again.' : `The server answered ${status}.`),
    );
    this.name = 'ApiError';
    this.status = status;
    this.code = reply.code ?? (status === 0 ? 'unreachable' : 'internal');
    this.errors = reply.errors ?? {};
    this.challenge = reply.challenge ?? null;
    this.fromServer = reply.message !== undefined;
  }
}

/** Returns whether the same request may succeed later, by its status: timeout, too early, too many requests. */
export const isPassingStatus = (status: number) => [408, 425, 429].includes(status);

interface ErrorReply {
  message?: string;
  code?: ErrorCode;
  errors?: Record<string, string[]>;
  challenge?: string;
}

function readBody(body: unknown): ErrorReply {
  if (typeof body !== 'object' || body === null) return {};
  const { message, ...rest } = body as ErrorReply;
  return typeof message === 'string' && message !== '' ? { ...rest, message } : rest;
}

/** Returns true if the server did not answer the call, and so has not refused it. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Returns the server's message, or that the server was not reached, or else the fallback (spec section 8). */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && (error.fromServer || isUnreachable(error)) ? error.message : fallback;
}

/** Returns the first message of each field of a refused form. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const first: Record<string, string> = {};
  for (const [field, messages] of Object.entries(error.errors)) {
    if (messages[0] !== undefined) first[field] = messages[0];
  }
  return first;
}
