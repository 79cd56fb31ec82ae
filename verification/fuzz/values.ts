import {
  IsArray,
  IsLiteral,
  IsObject,
  IsOptional,
  IsRecord,
  IsUnion,
  type TArray,
  type TObject,
  type TSchema,
} from 'typebox';
import { Check } from 'typebox/value';
import type { KnownValues } from '../support/company.ts';
import type { Random } from '../../testkit/random.ts';

/** Percentage of fields that get their known value, which passes the first check. */
const KNOWN_PERCENT = 60;
/** Longer texts are rare, because they take most of the time and find little. */
const LONG = 2_000;

/** Problematic text: NUL, lone surrogates, bidi, combining, growing, invisible, four-byte and code-like strings. */
export const PIECES = [
  'a',
  'Zoë',
  'e\u0301',
  // NFC turns it into three characters.
  '\ufb2c',
  '李雷',
  '😀',
  '👩‍👩‍👧',
  '\u{10ffff}',
  ' ',
  '\0',
  '\ud800',
  '\udfff\ud800',
  '\u202eabc\u202c',
  '\u2066x\u2069',
  '\u200b',
  '\ufeff',
  '\ufffe',
  'a\r\nb',
  '\r',
  '\t',
  '\u0085',
  '\u2028',
  '\x7f',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '%00',
  '../..',
  '\\',
  '"',
  '${7*7}',
  '__proto__',
  'null',
  '1e999',
  '-1',
] as const;

const SHAPED = [
  'person@example.com',
  'p+tag@sub.example.co.uk',
  `${'a'.repeat(64)}@${'b'.repeat(60)}.example`,
  '"\0"@a.b',
  '"a b"@example.com',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF',
  '2030-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999Z',
  '9999-12-31T23:59:60Z',
  '2024-02-29T12:00:00+23:59',
  'https://example.com/?a=b#c',
  'private-room-0',
  '______',
  'c++',
  'sql',
  'AAA=',
  'AAAA',
  'AQEB',
  '123456',
  'ABCD-EFGH-IJKL-MNOP',
] as const;

/** Returns a value that fits the schema, at its bounds more often than a uniform draw. */
function fitting(random: Random, schema: TSchema, name: string, known: KnownValues): unknown {
  const given = known[name];
  if (given && given.length > 0 && random.below(100) < KNOWN_PERCENT) {
    const value = given[random.below(given.length)];
    if (Check(schema, value)) return value;
  }
  if (IsLiteral(schema)) return schema.const;
  if (IsObject(schema)) return fittingObject(random, schema, known);
  if (IsUnion(schema)) return fitting(random, schema.anyOf[random.below(schema.anyOf.length)] ?? schema, name, known);
  if (IsArray(schema)) return fittingArray(random, schema, name, known);
  if (IsRecord(schema)) return {};
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum[random.below(schema.enum.length)];
  return fittingScalar(random, schema, given);
}

/** Returns an object that fits its schema, without half of the optional fields. */
export function fittingObject(random: Random, schema: TObject, known: KnownValues): Record<string, unknown> {
  const entries = Object.entries(schema.properties).flatMap(([name, field]) =>
    IsOptional(field) && random.below(2) === 0 ? [] : [[name, fitting(random, field, name, known)] as const],
  );
  return Object.fromEntries(entries);
}

function fittingArray(random: Random, schema: TArray, name: string, known: KnownValues): unknown[] {
  const most = Math.min('maxItems' in schema ? Number(schema.maxItems) : 3, 3);
  const values = Array.from({ length: random.below(most + 1) }, () => fitting(random, schema.items, name, known));
  return Check(schema, values) ? values : [];
}

function fittingScalar(random: Random, schema: TSchema, given: readonly unknown[] | undefined): unknown {
  switch ('type' in schema ? schema.type : undefined) {
    case 'null':
      return null;
    case 'boolean':
      return random.below(2) === 0;
    case 'integer':
    case 'number':
      return fittingNumber(random, schema);
    default:
      return fittingText(random, schema, given);
  }
}

function fittingNumber(random: Random, schema: TSchema): unknown {
  const [low, high] = [bound(schema, 'minimum', 0), bound(schema, 'maximum', 1_000)];
  const value = random.pick([low, high, low + 1, high - 1, Math.floor((low + high) / 2), low + random.below(100)]);
  return Check(schema, value) ? value : low;
}

function fittingText(random: Random, schema: TSchema, given: readonly unknown[] | undefined): unknown {
  for (let attempt = 0; attempt < 12; attempt++) {
    const text = attempt % 3 === 2 ? random.pick(SHAPED) : textWithin(random, schema);
    if (Check(schema, text)) return text;
  }
  return [...(given ?? []), ...SHAPED, 'x'.repeat(32)].find((value) => Check(schema, value)) ?? '';
}

function textWithin(random: Random, schema: TSchema): string {
  const [least, most] = [bound(schema, 'minLength', 0), bound(schema, 'maxLength', 100)];
  const isRare = most <= LONG || random.below(200) === 0;
  const length = random.pick([least, least + 1, isRare ? most : LONG, isRare ? most - 1 : 10, random.below(40)]);
  const isPlain = random.below(3) === 0;
  const piece = isPlain ? 'abcXYZ019_-' : `${random.pick(PIECES)}${random.pick(PIECES)}`;
  return [...piece.repeat(Math.ceil(length / piece.length) + 1)].slice(0, Math.max(0, length)).join('');
}

function bound(schema: TSchema, keyword: string, otherwise: number): number {
  const value: unknown = Reflect.get(schema, keyword);
  return typeof value === 'number' ? value : otherwise;
}

const DEPTH = 300;

/** Returns a value of any type, which rarely fits the schema of a field. */
export function hostile(random: Random): unknown {
  const kind = random.below(10);
  if (kind < 4) return random.pick(PIECES).repeat(random.pick([1, 1, 2, 50, 3_000]));
  if (kind < 7) return random.pick([-1, 0, -0, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308, Number.MIN_VALUE]);
  return random.pick<unknown>([null, true, false, [], {}, [[]], nested(DEPTH), { toString: 1 }, { length: 1e9 }]);
}

function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { data: value };
  return value;
}

/** Returns an object with one field that does not fit, is missing or is unknown. */
export function spoiled(random: Random, values: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(values);
  const name = names[random.below(names.length)] ?? 'id';
  const kind = random.below(10);
  if (kind < 7) return { ...values, [name]: hostile(random) };
  if (kind < 8) return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
  return { ...values, [random.pick(['extra', 'constructor', 'company_id', 'role', 'toString', ''])]: hostile(random) };
}

/** Returns malformed or unusual JSON: prototype keys, duplicate keys, huge numbers, deep nesting, truncation. */
export function brokenJson(random: Random, values: Record<string, unknown>): string | Uint8Array {
  const text = JSON.stringify(values);
  const rest = text.length > 2 ? `,${text.slice(1)}` : '}';
  const deep = 10_000;
  switch (random.below(10)) {
    case 0:
      return `{"__proto__":{"role":"owner"}${rest}`;
    case 1:
      return `{"constructor":{"prototype":{"role":"owner"}}${rest}`;
    case 2:
      return text.replaceAll(/:(?:"[^"]*"|\d+)/g, ':1e999');
    case 3:
      return text.replaceAll(/:(?:"[^"]*"|\d+)/g, ':99999999999999999999999');
    case 4:
      return text.slice(0, random.below(text.length + 1));
    case 5:
      return '['.repeat(deep) + ']'.repeat(deep);
    case 6:
      return `{"data":`.repeat(deep) + '1' + '}'.repeat(deep);
    case 7:
      return `\ufeff${text}`;
    case 8:
      return Buffer.from([0xff, 0xfe, 0x00, ...Buffer.from(text), 0xc3]);
    default:
      return text.length > 2 ? `{${text.slice(1, -1)},${text.slice(1, -1)}}` : '';
  }
}
