import { Closed, Email, Nullable, OneOf } from '@cip/contracts/protocol/common';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { collectErrors, fieldErrors } from './field-errors.ts';

const Schema = Compile(
  Closed({
    email: Email,
    phone: Type.Optional(Nullable(Type.String({ maxLength: 5 }))),
    plan: Type.Optional(OneOf(['free', 'paid'] as const)),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    settings: Type.Optional(Closed({ fontSize: Type.Integer() })),
  }),
);

const errorsOf = (value: unknown) => fieldErrors(Schema.Errors(value));

describe('the message for a field', () => {
  it.each([
    [{}, { email: ['Email is required'] }],
    [{ email: 'nobody' }, { email: ['Invalid email format'] }],
    [{ email: '"\0"@a.b' }, { email: ['Invalid email format'] }],
    [{ email: '"a b"@example.com' }, { email: ['Invalid email format'] }],
    [{ email: '"\u202e"@example.com' }, { email: ['Invalid email format'] }],
    [{ email: 'a@[127.0.0.1]' }, { email: ['Invalid email format'] }],
    [{ email: `${'a'.repeat(65)}@example.com` }, { email: ['Invalid email format'] }],
    [{ email: 'a@b.co', phone: '123456' }, { phone: ['Phone must be at most 5 characters'] }],
    [{ email: 'a@b.co', plan: 'gold' }, { plan: ['Plan is not one of the allowed values'] }],
    [{ email: 'a@b.co', count: 0 }, { count: ['Count must be at least 1'] }],
    [{ email: 'a@b.co', count: 10 }, { count: ['Count must be at most 9'] }],
    [{ email: 'a@b.co', count: '5' }, { count: ['Count must be of type integer'] }],
    [{ email: 'a@b.co', settings: {} }, { 'settings.fontSize': ['Font size is required'] }],
    [{ email: 'a@b.co', settings: { fontSize: 1, x: 1 } }, { 'settings.x': ['Unknown field'] }],
    [{ email: 'a@b.co', other: 1 }, { other: ['Unknown field'] }],
    [{ email: 'a@b.co', toString: 1 }, { toString: ['Unknown field'] }],
    [null, { body: ['Body must be of type object'] }],
  ])('writes a readable message for a field: %j', (value, errors) => {
    expect(errorsOf(value)).toEqual(errors);
  });

  it.each(['a@b.co', "o'neil+tag@mail.example.co.uk", `${'a'.repeat(64)}@localhost`])(
    'accepts the e-mail %s',
    (email) => {
      expect(Schema.Check({ email })).toBe(true);
    },
  );

  it('writes a message for every error', () => {
    expect(fieldErrors([])).toEqual({ body: ['The request is not valid'] });
  });

  it('writes a message that does not grow with the input', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}`, index]));

    expect(Object.keys(errorsOf({ email: 'a@b.co', ...many })).length).toBeLessThanOrEqual(10);
  });
});

describe('the error of a value with too many fields', () => {
  const extra = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, nth) => [`extra${nth}`, nth]));

  it.each([
    ['unknown fields', extra(20_000)],
    ['fields inside a known field', { email: 'a@b.co', settings: extra(200) }],
    ['a list', Array(20_000).fill(0)],
    ['nested objects', JSON.parse('{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000))],
  ])('replaces all errors by one if there are too many fields: %s', (_kind, value) => {
    expect(fieldErrors(collectErrors(Schema, value))).toEqual({ body: ['The request has too many fields'] });
  });

  it('finds too many fields without visiting every field', () => {
    let visits = 0;
    const counting = new Proxy(extra(20_000), {
      get: (target, name) => {
        visits++;
        return Reflect.get(target, name);
      },
    });
    collectErrors(Schema, counting);
    expect(visits).toBeLessThanOrEqual(100);
    // Checks the test's measure: the schema alone visits every field.
    Schema.Errors(counting);
    expect(visits).toBeGreaterThan(20_000);
  });
});
