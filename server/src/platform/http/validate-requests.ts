import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { collectErrors } from './field-errors.ts';

const compiled = new WeakMap<TSchema, ReturnType<typeof Compile<TSchema>>>();

/**
 * Fastify's validator compiler for TypeBox schemas. Parameters and queries are converted from text, bodies are not. The
 * type provider's own compiler would collect errors of every field, however many a request has. Each schema is compiled
 * once, because many routes share those of parameters.
 */
export const validateRequests: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, validator);
  return (input: unknown) => {
    const value: unknown = httpPart === 'body' ? input : Value.Convert(schema, input);
    return validator.Check(value) ? { value } : { error: collectErrors(validator, value) };
  };
};
