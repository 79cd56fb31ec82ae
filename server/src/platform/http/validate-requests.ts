import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { collectErrors } from './field-errors.ts';

/**
 * Fastify's validator for TypeBox schemas: bodies as they are, addresses with their texts converted. The type provider's
 * own would look for errors in every field, however many a request has.
 */
export const validateRequests: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema);
  return (sent: unknown) => {
    const value: unknown = httpPart === 'body' ? sent : Value.Convert(schema, sent);
    return validator.Check(value) ? { value } : { error: collectErrors(validator, value) };
  };
};
