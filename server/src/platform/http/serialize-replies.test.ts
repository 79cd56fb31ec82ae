import { Closed, Nullable, OneOf } from '@cip/contracts/protocol/common';
import { Type, type TSchema } from 'typebox';
import { expect, test } from 'vitest';
import { serializeReplies } from './serialize-replies.ts';

const Point = Closed({ x: Type.Integer() });

function written(schema: TSchema, value: unknown): unknown {
  const serialize = serializeReplies({ schema, method: 'GET', url: '/' });
  return JSON.parse(serialize(value));
}

// A validator between alternatives refuses unknown keys; its compilation held a node for up to 100 ms.
test('writes an object or null without unknown keys, as it writes an object', () => {
  expect(written(Nullable(Point), { x: 1, secret: 2 })).toEqual({ x: 1 });
  expect(written(Closed({ at: Nullable(Point) }), { at: { x: 1, secret: 2 } })).toEqual({ at: { x: 1 } });
  expect(written(Closed({ at: Nullable(Point) }), { at: null })).toEqual({ at: null });
});

test('writes words, lists and other alternatives by their types', () => {
  const Reply = Closed({ word: Nullable(OneOf(['a', 'b'])), map: Type.Union([Type.Boolean(), Point]) });
  expect(written(Reply, { word: 'b', map: { x: 1, secret: 2 } })).toEqual({ word: 'b', map: { x: 1 } });
  expect(written(Reply, { word: null, map: false })).toEqual({ word: null, map: false });
  const Points = Type.Union([Type.Array(Point), Closed({ points: Type.Array(Point) })]);
  expect(written(Points, [{ x: 1, secret: 2 }])).toEqual([{ x: 1 }]);
  expect(written(Points, { points: [{ x: 1 }] })).toEqual({ points: [{ x: 1 }] });
  expect(() => written(Points, 'text')).toThrow(TypeError);
});

test('writes alternatives of one type by what they are', () => {
  const Grade = Nullable(Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal('not_seen')]));
  expect([1, 'not_seen', null].map((grade) => written(Grade, grade))).toEqual([1, 'not_seen', null]);
});
