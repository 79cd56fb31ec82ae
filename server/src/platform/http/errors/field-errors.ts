import { EMAIL_PATTERN, NAME_MAX, NAME_SENT_MAX } from '@cip/contracts/protocol/common';
import { FIELDS_MAX } from '@cip/contracts/protocol/errors';
import { AppError } from '../../../errors.ts';

/**
 * Most fields and elements, nested ones included, for which errors are collected: more than most requests have. The
 * errors of a scorecard with all its lines take 30 ms.
 */
const PARTS_MAX = 100;
const TOO_MANY_FIELDS = 'The request has too many fields';

interface SchemaError {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
}

/** Creates the error for a value with more fields than any request or event has. */
export const tooManyFields = () => new AppError('invalid', TOO_MANY_FIELDS, { body: [TOO_MANY_FIELDS] });

/**
 * Returns the errors of a value that does not match its schema. If it has too many fields, it gets one error for that,
 * because TypeBox would check every field.
 */
export function collectErrors<E extends SchemaError>(schema: { Errors(value: unknown): E[] }, value: unknown) {
  if (!hasTooManyParts(value)) return schema.Errors(value);
  return [{ keyword: 'maxProperties', schemaPath: '#', instancePath: '', params: {} }];
}

function hasTooManyParts(value: unknown): boolean {
  const waiting = [value];
  for (let parts = 0, next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next) && next.length > PARTS_MAX) return true;
    for (const key in next) {
      if (++parts > PARTS_MAX) return true;
      waiting.push(Reflect.get(next, key));
    }
  }
  return false;
}

/**
 * Returns readable messages by field from the errors of a TypeBox check. Nested fields are joined with dots; errors of
 * the whole value are under `body`.
 */
export function fieldErrors(errors: readonly SchemaError[]): Record<string, string[]> {
  // A map: a field may have the name of a property of every object.
  const byField = new Map<string, string[]>();
  for (const error of errors) {
    if (isRedundant(error, errors)) continue;
    for (const [field, message] of describe(error)) {
      if (byField.size >= FIELDS_MAX && !byField.has(field)) continue;
      const messages = byField.get(field) ?? [];
      if (!messages.includes(message)) byField.set(field, [...messages, message]);
    }
  }
  if (byField.size === 0) byField.set('body', ['The request is not valid']);
  return Object.fromEntries(byField);
}

// The errors of a union, of a false schema and of the null branch: other errors of the same field carry the reason.
function isRedundant(error: SchemaError, errors: readonly SchemaError[]): boolean {
  if (error.keyword === 'anyOf' || error.keyword === 'boolean') return true;
  const isNotNull = error.keyword === 'type' && error.params['type'] === 'null';
  return isNotNull && errors.some((other) => other.keyword === 'anyOf' && other.instancePath === error.instancePath);
}

function describe(error: SchemaError): [field: string, message: string][] {
  const path = error.instancePath.split('/').slice(1);
  const at = (name?: string) => [...path, ...(name === undefined ? [] : [name])].join('.') || 'body';
  const required = names(error.params['requiredProperties'] ?? error.params['missingProperty']);
  if (error.keyword === 'required') return required.map((name) => [at(name), `${label(name)} is required`]);
  if (error.keyword === 'additionalProperties') {
    const extra = names(error.params['additionalProperties'] ?? error.params['additionalProperty']);
    return extra.slice(0, 10).map((name) => [at(name.slice(0, 80)), 'Unknown field']);
  }
  return [[at(), sentence(error, label(path.at(-1) ?? 'body'))]];
}

function sentence(error: SchemaError, name: string): string {
  const limit = Number(error.params['limit']);
  switch (error.keyword) {
    case 'minLength':
      return limit === 1 ? `${name} is required` : `${name} must be at least ${limit} characters`;
    case 'maxLength':
      // A name may be sent longer than it is stored; the message names the limit of the stored name.
      return atMost(name, limit === NAME_SENT_MAX ? NAME_MAX : limit);
    case 'maxProperties':
      return TOO_MANY_FIELDS;
    case 'minimum':
      return `${name} must be at least ${limit}`;
    case 'maximum':
      return `${name} must be at most ${limit}`;
    case 'format':
      return wrongFormat(name);
    case 'pattern':
      return error.params['pattern'] === EMAIL_PATTERN
        ? wrongFormat(name)
        : `${name} is blank or has characters that are not allowed`;
    case 'enum':
      return `${name} is not one of the allowed values`;
    case 'type':
      return `${name} must be of type ${String(error.params['type'])}`;
    default:
      return `${name} is not valid`;
  }
}

const wrongFormat = (name: string) => `Invalid ${name.toLowerCase()} format`;

/** Returns the message for a field with more than `limit` characters. */
export function tooLong(field: string, limit: number): string {
  return atMost(label(field), limit);
}

function atMost(name: string, limit: number): string {
  return `${name} must be at most ${limit} characters`;
}

function names(value: unknown): string[] {
  return [value].flat().filter((name) => typeof name === 'string');
}

function label(field: string): string {
  const words = field
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
