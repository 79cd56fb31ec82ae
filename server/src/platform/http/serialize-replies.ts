import build, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { compileOnce } from './compile-once.ts';

const compile = compileOnce((schema: object) => build(withTypesForAlternatives(schema)));

/** Fastify's serializer compiler, but each schema is compiled once, and alternatives are selected by their types. */
export const serializeReplies: FastifySerializerCompiler<object> = ({ schema }) => compile(schema);

/**
 * Returns a copy of a schema in which alternatives of different types, like an object or null, are one value of several
 * types. For `anyOf`, fast-json-stringify uses a validator, which the first reply compiles for up to 100 ms.
 */
function withTypesForAlternatives(schema: object): Schema {
  return JSON.parse(JSON.stringify(schema), (_key, value) => withTypes(value) ?? value);
}

type Alternative = { type?: unknown; enum?: unknown };

/** Returns a schema with the types of its alternatives, or undefined if it has none or two are of one type. */
function withTypes(schema: { anyOf?: Alternative[] } | null): object | undefined {
  const types = schema?.anyOf?.map(({ type, enum: words }) => type ?? (words && 'string'));
  if (!types || types.includes(undefined) || new Set(types).size < types.length) return undefined;
  return { ...Object.assign({}, ...(schema?.anyOf ?? [])), type: types };
}
