import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { DecodeUnsafe, HasCodec, Value } from 'typebox/value';
import { compileOnce } from './compile-once.ts';
import { collectErrors } from './errors/field-errors.ts';

const compile = compileOnce((schema: TSchema) => Compile(schema));

/**
 * Fastify's validator compiler for TypeBox schemas. Parameters and queries are converted from text, bodies are not. The
 * type provider's own compiler would collect errors of every field, however many a request has. Ids become lower case,
 * because groups and maps compare them letter by letter.
 */
export const validateRequests: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = compile(schema);
  const hasIds = HasCodec(schema);
  return (input: unknown) => {
    const value: unknown = httpPart === 'body' ? input : Value.Convert(schema, input);
    if (!validator.Check(value)) return { error: collectErrors(validator, value) };
    return { value: hasIds ? DecodeUnsafe({}, schema, value) : value };
  };
};
