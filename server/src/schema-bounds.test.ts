import { IsSchema, type TSchema } from 'typebox';
import { expect, it } from 'vitest';
import { contractExports } from './testing/http/contracts.ts';
import { endpointName, endpoints } from './testing/http/endpoints.ts';
import { events } from './testing/sockets/events.ts';

/** Returns descriptions of the parts of a schema without limits. */
function unbounded(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((part, index) => unbounded(part, `${path}[${index}]`));
  if (!isJson(schema)) return [];
  const missing = missingLimit(schema);
  const here = missing === null ? [] : [`${path}: ${missing}`];
  const inside = Object.entries(schema).flatMap(([key, part]) =>
    key === 'properties' && isJson(part)
      ? Object.entries(part).flatMap(([name, field]) => unbounded(field, `${path}.${name}`))
      : unbounded(part, `${path}/${key}`),
  );
  return [...here, ...inside];
}

function missingLimit(schema: Json): string | null {
  const has = (...keywords: string[]) => keywords.every((keyword) => keyword in schema);
  if (has('const') || has('enum')) return null;
  switch (schema['type']) {
    case 'string':
      // Files are streamed and have no limit.
      return has('maxLength') || has('contentMediaType') ? null : 'a string without maxLength';
    case 'number':
    case 'integer':
      return has('minimum', 'maximum') ? null : 'a number without minimum and maximum';
    case 'array':
      return has('maxItems') ? null : 'an array without maxItems';
    case 'object':
      return schema['additionalProperties'] === false || has('maxProperties')
        ? null
        : 'an open object without maxProperties';
    default:
      return null;
  }
}

type Json = Record<string, unknown>;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

it('finds parts without limits', () => {
  const open: Json = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      list: { type: 'array', maxItems: 1, items: { type: 'integer', minimum: 0 } },
    },
  };

  expect(unbounded(open, 'x')).toEqual([
    'x: an open object without maxProperties',
    'x.name: a string without maxLength',
    'x.list/items: a number without minimum and maximum',
  ]);
});

it('limits every schema on the wire', () => {
  const schemas: [name: string, schema: TSchema | Json | undefined][] = [
    ...endpoints.map((endpoint): [string, Json] => [endpointName(endpoint), endpoint.schema as unknown as Json]),
    ...events.flatMap(({ name, payload, reply }): [string, TSchema][] => [
      [`${name} payload`, payload],
      [`${name} reply`, reply],
    ]),
    ...contractExports.flatMap(({ name, value }): [string, TSchema][] => (IsSchema(value) ? [[name, value]] : [])),
  ];

  expect(schemas.length).toBeGreaterThan(80);
  expect(schemas.flatMap(([name, schema]) => unbounded(schema, name))).toEqual([]);
});
