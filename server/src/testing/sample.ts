import { randomUUID } from 'node:crypto';
import { IsArray, IsLiteral, IsObject, IsOptional, IsUnion, type TObject, type TSchema } from 'typebox';
import { Check } from 'typebox/value';

/** Values by the name of the field they are for. */
export type Fitting = Record<string, unknown>;

/** A value that fits an object's schema: the fields that have to be there, and those that `fitting` names. */
export function sampleObject(schema: TObject, fitting: Fitting): Record<string, unknown> {
  const entries = Object.entries(schema.properties).flatMap(([name, field]) => {
    if (name in fitting && Check(field, fitting[name])) return [[name, fitting[name]] as const];
    return IsOptional(field) ? [] : [[name, sample(field, name, fitting)] as const];
  });
  return Object.fromEntries(entries);
}

// Tried in turn: whichever fits is taken.
const SCALARS = [
  null,
  false,
  0,
  1,
  'text',
  'sql',
  'AAA=',
  'operation-0001',
  'private-room-000',
  'person@example.com',
  'https://example.com/',
  '123456',
  'x'.repeat(32),
];

function sample(schema: TSchema, name: string, fitting: Fitting): unknown {
  if (IsLiteral(schema)) return schema.const;
  if (IsObject(schema)) return sampleObject(schema, fitting);
  if (IsArray(schema)) return Check(schema, []) ? [] : [sample(schema.items, name, fitting)];
  if (IsUnion(schema)) return sample(schema.anyOf[0] ?? schema, name, fitting);
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum[0];
  const found = [...SCALARS, randomUUID(), new Date(Date.now() + 3_600_000).toISOString()].find((value) =>
    Check(schema, value),
  );
  if (found === undefined) throw new Error(`No value is known that fits the field ${name}.`);
  return found;
}
