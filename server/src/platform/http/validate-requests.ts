import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { decoderOf } from '../decoder.ts';
import { compileOnce } from './compile-once.ts';
import { collectErrors } from './errors/field-errors.ts';

const compile = compileOnce((schema: TSchema) => Compile(schema));

/**
 * Fastify's validator compiler for TypeBox schemas. Parameters and queries are converted from text, bodies are not. The
 * type provider's own compiler would collect errors of every field, however many a request has.
 */
export const validateRequests: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = compile(schema);
  const decode = decoderOf(schema);
  return (input: unknown) => {
    const value: unknown = httpPart === 'body' ? input : Value.Convert(schema, input);
    if (!validator.Check(value)) return { error: collectErrors(validator, value) };
    return { value: decode(value) };
  };
};
