type Pairs = readonly (readonly [unknown, unknown])[];

/**
 * Whether two values have equal content, as `assert.deepStrictEqual` of Node.js compares it; loosely without
 * `isStrict`.
 */
export function isDeepEqual(one: unknown, other: unknown, isStrict = true, pairs: Pairs = []): boolean {
  if (isStrict ? Object.is(one, other) : isLooselyEqual(one, other)) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (isStrict && Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (kindOf(one) !== kindOf(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  if (pairs.some(([left, right]) => left === one && right === other)) return true;
  const inner = (left: unknown, right: unknown) => isDeepEqual(left, right, isStrict, [...pairs, [one, other]]);
  return haveSameValue(one, other) && haveSameItems(one, other, inner) && haveSameKeys(one, other, isStrict, inner);
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function isLooselyEqual(one: unknown, other: unknown): boolean {
  if (isObject(one) || isObject(other)) return one === other;
  // As `assert.deepEqual` compares.
  return one == other || (Number.isNaN(one) && Number.isNaN(other));
}

function kindOf(value: object): string {
  return Object.prototype.toString.call(value);
}

/** Compares the content that is not in properties. */
function haveSameValue(one: object, other: object): boolean {
  if (typeof one === 'function' || one instanceof Promise || one instanceof WeakMap || one instanceof WeakSet)
    return false;
  if (one instanceof Error) return one.name === (other as Error).name && one.message === (other as Error).message;
  if (one instanceof RegExp) return `${one}` === `${other as RegExp}`;
  const isBoxed = [Date, Number, String, Boolean, BigInt, Symbol].some((type) => one instanceof type);
  return !isBoxed || Object.is(one.valueOf(), other.valueOf());
}

type Inner = (one: unknown, other: unknown) => boolean;

function haveSameItems(one: object, other: object, inner: Inner): boolean {
  if (one instanceof Map && other instanceof Map) {
    const rest = [...other];
    return one.size === other.size && [...one].every((pair) => takes(rest, pair, inner));
  }
  if (one instanceof Set && other instanceof Set) {
    const rest = [...other];
    return one.size === other.size && [...one].every((item) => takes(rest, item, inner));
  }
  return true;
}

/** Removes an equal item, the same one if it is there. Returns false if there is none. */
function takes(rest: unknown[], item: unknown, inner: Inner): boolean {
  const same = rest.findIndex((each) => Object.is(each, item));
  const found = same < 0 ? rest.findIndex((each) => inner(item, each)) : same;
  if (found >= 0) rest.splice(found, 1);
  return found >= 0;
}

function haveSameKeys(one: object, other: object, isStrict: boolean, inner: Inner): boolean {
  const [keys, others] = [keysOf(one, isStrict), keysOf(other, isStrict)];
  if (Array.isArray(one) && one.length !== (other as unknown[]).length) return false;
  return (
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(other, key) && inner(Reflect.get(one, key), Reflect.get(other, key)))
  );
}

function keysOf(value: object, isStrict: boolean): PropertyKey[] {
  const symbols = Object.getOwnPropertySymbols(value).filter((key) =>
    Object.prototype.propertyIsEnumerable.call(value, key),
  );
  return isStrict ? [...Object.keys(value), ...symbols] : Object.keys(value);
}
