import build from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';

const built = new WeakMap<object, ReturnType<typeof build>>();

/**
 * Fastify's serializer compiler, but each schema is compiled once: the schemas of errors are in every route, and the
 * nodes of a test run in one process.
 */
export const serializeReplies: FastifySerializerCompiler<object> = ({ schema }) => {
  const serialize = built.get(schema) ?? build(schema);
  built.set(schema, serialize);
  return serialize;
};
