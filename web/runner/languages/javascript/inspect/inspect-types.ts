import { quote } from './inspect-layout.ts';

/** Returns the text of a value that is shown without its content; null if its content is shown. */
export function shownWhole(value: object): string | null {
  if (typeof value === 'function') return describeFunction(value);
  // Not the beginning of its stack, because that has the name and the message in V8 only.
  if (value instanceof Error) return Error.prototype.toString.call(value);
  if (value instanceof RegExp) return RegExp.prototype.toString.call(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof String) return `[String: ${quote(String.prototype.valueOf.call(value))}]`;
  const boxed = [Number, Boolean, BigInt, Symbol].find((type) => value instanceof type);
  if (boxed === undefined) return null;
  const text = `${value.valueOf() as unknown as string}`;
  return `[${boxed.name}: ${boxed === BigInt ? `${text}n` : text}]`;
}

/** Returns the items that a value holds besides its properties, or the words that stand for them. */
export function heldItems(value: object): readonly unknown[] | string {
  if (value instanceof Map || value instanceof Set) return [...value];
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return [...(value as Uint8Array)];
  if (value instanceof Promise) return '<pending or settled>';
  if (value instanceof WeakMap || value instanceof WeakSet) return '<items unknown>';
  if (value instanceof ArrayBuffer) return bytesText(value);
  return [];
}

/** Returns the keys of a value's own properties that are shown, besides the places of a list. */
export function shownKeys(value: object): PropertyKey[] {
  const isShown = (key: PropertyKey) => Object.prototype.propertyIsEnumerable.call(value, key);
  const isIndexed = Array.isArray(value) || ArrayBuffer.isView(value) || value instanceof String;
  const names = Object.keys(value).filter((key) => !isIndexed || !/^\d+$/.test(key));
  return [...names, ...Object.getOwnPropertySymbols(value).filter(isShown)];
}

/** Returns the name of a value's class; an empty text if it has none. */
export function nameOf(value: object): string {
  for (let owner: object | null = value; owner !== null; owner = Reflect.getPrototypeOf(owner)) {
    const { value: made } = Object.getOwnPropertyDescriptor(owner, 'constructor') ?? {};
    if (typeof made === 'function' && made.name !== '' && value instanceof made) return made.name;
  }
  return '';
}

/** Returns the tag that an object gives itself; an empty text if it has none. */
export function typeTag(value: object): string {
  const tag: unknown = (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  if (typeof tag === 'string') return tag;
  return Object.prototype.toString.call(value) === '[object Arguments]' ? 'Arguments' : '';
}

function bytesText(buffer: ArrayBuffer): string {
  const bytes = Array.from(new Uint8Array(buffer, 0, Math.min(50, buffer.byteLength)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return `[Uint8Contents]: <${bytes.join(' ')}>, byteLength: ${buffer.byteLength}`;
}

function describeFunction(value: Function): string {
  const name = value.name === '' ? '(anonymous)' : value.name;
  if (!/^class\b/.test(Function.prototype.toString.call(value))) {
    const kind = nameOf(value) || 'Function';
    return value.name === '' ? `[${kind} (anonymous)]` : `[${kind}: ${name}]`;
  }
  const parent: unknown = Object.getPrototypeOf(value);
  return `[class ${name}${typeof parent === 'function' && parent.name !== '' ? ` extends ${parent.name}` : ''}]`;
}
