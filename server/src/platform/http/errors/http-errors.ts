import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { AppError, errorBody, notFound, toAppError } from '../../../errors.ts';
import { MethodNotAllowed } from '../allowed-methods.ts';
import { TooManyFailures } from '../../redis/failure-limit.ts';
import { fieldErrors } from './field-errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The message of `not_found`, for an unknown object and for a malformed identifier alike. */
    notFound?: string;
  }
}

/**
 * Turns every thrown error into a reply `{ message, code, errors? }`. Errors of 5xx hide their cause and are logged.
 */
export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const failure = translate(error, request.routeOptions.config?.notFound);
  const status = failure.code === 'bad_request' ? (error.statusCode ?? 400) : failure.status;
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (status === 503) void reply.header('retry-after', '2');
  if (error instanceof TooManyFailures) void reply.header('retry-after', error.retryAfterSeconds);
  if (error instanceof MethodNotAllowed) void reply.header('allow', error.allow);
  void reply.status(status).send(errorBody(failure));
}

function translate(error: FastifyError, notFoundMessage = 'Not found.'): AppError {
  // If the identifier in the path is malformed or too long, it names no object.
  if (error.validationContext === 'params' || error.code === 'FST_ERR_MAX_PARAM_LENGTH')
    return notFound(notFoundMessage);
  if (error.validation) return invalidRequest(error.validation);
  if (error instanceof AppError) return error;
  const status = error.statusCode ?? 500;
  if (status === 413) return new AppError('too_large', 'The request is too large.');
  if (status >= 400 && status < 500) return new AppError('bad_request', 'The request could not be read.');
  return toAppError(error);
}

function invalidRequest(validation: FastifySchemaValidationError[]): AppError {
  const errors = fieldErrors(validation);
  const first = Object.values(errors)[0]?.[0];
  return new AppError('invalid', first ?? 'The request is not valid.', errors);
}
