import type { TSchema } from 'typebox';
import { DecodeUnsafe, HasCodec } from 'typebox/value';

/**
 * Returns a function that returns a checked value as the server reads it: with ids in lower case, because groups and
 * maps compare them letter by letter.
 */
export function decoderOf(schema: TSchema): (value: unknown) => unknown {
  return HasCodec(schema) ? (value) => DecodeUnsafe({}, schema, value) : (value) => value;
}
