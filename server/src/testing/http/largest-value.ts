import {
  IsArray,
  IsBoolean,
  IsInteger,
  IsLiteral,
  IsNull,
  IsNumber,
  IsObject,
  IsString,
  IsTuple,
  IsUnion,
  type TArray,
  type TObject,
  type TSchema,
} from 'typebox';

/**
 * Returns the value of a schema whose JSON has the most strings, commas, lists and objects: with every field, and lists
 * of full length. Its texts are short and fit no pattern. Throws for a kind of schema that no request has yet.
 */
export function largestValue(schema: TSchema): unknown {
  if (IsLiteral(schema)) return schema.const;
  if (IsObject(schema)) return largestObject(schema);
  if (IsTuple(schema)) return schema.items.map(largestValue);
  if (IsArray(schema)) return largestArray(schema);
  if (IsUnion(schema)) return largestOf(schema.anyOf.map(largestValue));
  if ('enum' in schema && Array.isArray(schema.enum)) return largestOf(schema.enum);
  if (IsString(schema)) return 'x';
  if (IsInteger(schema) || IsNumber(schema)) return 1;
  if (IsBoolean(schema)) return true;
  if (IsNull(schema)) return null;
  throw new Error(`Unknown kind of schema: ${JSON.stringify(schema)}`);
}

function largestObject(schema: TObject): object {
  const entries = Object.entries(schema.properties).map(([name, field]) => [name, largestValue(field)] as const);
  // An open object may have any fields.
  const others = 'maxProperties' in schema ? Number(schema.maxProperties) - entries.length : 0;
  return Object.fromEntries([
    ...entries,
    ...Array.from({ length: others }, (_, nth) => [`other-${nth}`, 'x'] as const),
  ]);
}

function largestArray(schema: TArray): unknown[] {
  if (!('maxItems' in schema)) throw new Error('A list without maxItems');
  return Array(Number(schema.maxItems)).fill(largestValue(schema.items));
}

function largestOf(values: readonly unknown[]): unknown {
  return [...values].sort((one, other) => sizeOf(other) - sizeOf(one))[0];
}

const sizeOf = (value: unknown) => JSON.stringify(value).replaceAll(/[^",[{]/g, '').length;
