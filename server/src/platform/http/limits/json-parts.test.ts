import { CUSTOM_EVENTS } from '@cip/contracts/rooms/rooms';
import type { TSchema } from 'typebox';
import { expect, test } from 'vitest';
import { endpointName, endpoints } from '../../../testing/http/endpoints.ts';
import { largestValue } from '../../../testing/http/largest-value.ts';
import { events } from '../../../testing/sockets/events.ts';
import { EVENT_PARTS_MAX, hasTooManyParts, REQUEST_PARTS_MAX } from './json-parts.ts';

const keys = (count: number, ending = '') =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}${ending}`, 0])));

test('detects too many keys, also with escaped quotes', () => {
  expect(hasTooManyParts(keys(1_000), 1_000)).toBe(false);
  expect(hasTooManyParts(keys(1_001), 1_000)).toBe(true);
  expect(hasTooManyParts(keys(1_001, '\\'), 1_000)).toBe(true);
  expect(hasTooManyParts(JSON.stringify(Array(1_001).fill('')), 1_000)).toBe(true);
});

test('detects nesting and lists without strings', () => {
  expect(hasTooManyParts('['.repeat(5_001), 5_000)).toBe(true);
  expect(hasTooManyParts('{"a":'.repeat(5_001), 5_000)).toBe(true);
  expect(hasTooManyParts(JSON.stringify(Array(5_001).fill(1)), 5_000)).toBe(true);
  expect(hasTooManyParts(JSON.stringify(Array(4_000).fill(1)), 5_000)).toBe(false);
});

test('accepts a full text of quotes, backslashes and key-like content', () => {
  for (const code of ['"', '\\', '\\"', '{"a":"b"},\n', '"":', '[[{,', '\\\\'])
    expect(hasTooManyParts(JSON.stringify({ code: code.repeat(200_000 / code.length) }), 5_000)).toBe(false);
});

const bodies = endpoints.flatMap((endpoint): [string, TSchema][] =>
  endpoint.schema.body ? [[endpointName(endpoint), endpoint.schema.body]] : [],
);
const payloads = events.map(({ name, payload }): [string, TSchema] => [name, payload]);

test.each(bodies)('accepts the largest body of %s', (_name, schema) => {
  expect(hasTooManyParts(JSON.stringify(largestValue(schema)), REQUEST_PARTS_MAX)).toBe(false);
});

test.each(payloads)('accepts the largest event %s', (name, schema) => {
  const payload = largestValue(schema);
  const isCustom = CUSTOM_EVENTS.some((custom) => custom.name === name);
  const [sent, data] = isCustom
    ? ['custom:event', { event: name, channel: 'x', data: payload, authToken: 'x' }]
    : [name, payload];
  expect(hasTooManyParts(JSON.stringify([sent, data]), EVENT_PARTS_MAX)).toBe(false);
});
