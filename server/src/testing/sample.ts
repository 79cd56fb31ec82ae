import { randomUUID } from 'node:crypto';
import { IsArray, IsLiteral, IsObject, IsOptional, IsUnion, type TObject, type TSchema } from 'typebox';
import { Check } from 'typebox/value';

/** Sample values by field name. */
export type SampleValues = Record<string, unknown>;

/** Returns a valid value of an object schema: its required fields, and those with a valid sample in `samples`. */
export function sampleObject(schema: TObject, samples: SampleValues): Record<string, unknown> {
  const entries = Object.entries(schema.properties).flatMap(([name, field]) => {
    if (name in samples && Check(field, samples[name])) return [[name, samples[name]] as const];
    return IsOptional(field) ? [] : [[name, sample(field, name, samples)] as const];
  });
  return Object.fromEntries(entries);
}

// The first valid one is used.
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
  'x'.repeat(22),
  'x'.repeat(32),
  '0'.repeat(64),
  `${'x'.repeat(43)}.ics`,
];

function sample(schema: TSchema, name: string, samples: SampleValues): unknown {
  if (IsLiteral(schema)) return schema.const;
  if (IsObject(schema)) return sampleObject(schema, samples);
  if (IsArray(schema)) return Check(schema, []) ? [] : [sample(schema.items, name, samples)];
  if (IsUnion(schema)) return sample(schema.anyOf[0] ?? schema, name, samples);
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum[0];
  const found = [...SCALARS, randomUUID(), new Date(Date.now() + 3_600_000).toISOString()].find((value) =>
    Check(schema, value),
  );
  if (found === undefined) throw new Error(`No valid sample for the field ${name}.`);
  return found;
}
