import build from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { compileOnce } from './compile-once.ts';

const compile = compileOnce((schema: object) => build(schema));

/** Fastify's serializer compiler, but each schema is compiled once. */
export const serializeReplies: FastifySerializerCompiler<object> = ({ schema }) => compile(schema);
