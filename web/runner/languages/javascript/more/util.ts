import type { Core } from '../core.ts';
import { PROMISIFIED } from '../readline-interface.ts';
import { isDeepEqual } from './deep-equal.ts';

type Callable = (...given: unknown[]) => unknown;

const COLOURS = new RegExp(String.raw`\x1B\[[\d;?]*[A-Za-z]`, 'g');

const isA = (name: string) => (value: unknown) => Object.prototype.toString.call(value) === `[object ${name}]`;

/** The module `util/types`. */
export const typesModule = {
  isArrayBuffer: isA('ArrayBuffer'),
  isAsyncFunction: isA('AsyncFunction'),
  isBoxedPrimitive: (value: unknown) =>
    typeof value === 'object' && [Number, String, Boolean, BigInt, Symbol].some((type) => value instanceof type),
  isDate: isA('Date'),
  isGeneratorFunction: isA('GeneratorFunction'),
  isGeneratorObject: isA('Generator'),
  isMap: isA('Map'),
  isNativeError: isA('Error'),
  isPromise: isA('Promise'),
  isProxy: () => false,
  isRegExp: isA('RegExp'),
  isSet: isA('Set'),
  isTypedArray: (value: unknown) => ArrayBuffer.isView(value) && !(value instanceof DataView),
  isUint8Array: (value: unknown) => value instanceof Uint8Array,
  isWeakMap: isA('WeakMap'),
  isWeakSet: isA('WeakSet'),
};

/** Returns the module `util`. */
export function utilModule({ inspect, formatLog, process }: Core) {
  return {
    inspect,
    format: (...values: unknown[]) => formatLog(values),
    promisify: Object.assign(promisify, { custom: PROMISIFIED }),
    callbackify,
    inherits: (child: Function, parent: Function) => {
      Object.defineProperty(child, 'super_', { value: parent, writable: true, configurable: true });
      Object.setPrototypeOf(child.prototype as object, parent.prototype as object);
    },
    deprecate: <T>(call: T) => call,
    isDeepStrictEqual: (one: unknown, other: unknown) => isDeepEqual(one, other),
    debuglog: () => () => undefined,
    stripVTControlCharacters: (text: string) => text.replaceAll(COLOURS, ''),
    styleText: (_style: unknown, text: string) => text,
    toUSVString: (text: unknown) => String(text).toWellFormed(),
    isArray: Array.isArray,
    types: typesModule,
    TextEncoder,
    TextDecoder,
    getSystemErrorName: String,
    log: (...values: unknown[]) => process.stdout.write(`${formatLog(values)}\n`),
  };
}

/** Returns a function that resolves to what the given one passes to its callback. */
function promisify(call: Callable & { [PROMISIFIED]?: Callable }): Callable {
  if (typeof call !== 'function') throw new TypeError('The "original" argument must be of type function');
  if (call[PROMISIFIED] !== undefined) return call[PROMISIFIED];
  if ((call as unknown) === setTimeout)
    return (ms, value) => new Promise((resolve) => void setTimeout(resolve, Number(ms), value));
  return function promised(this: unknown, ...given: unknown[]) {
    return new Promise((resolve, reject) => {
      const then = (error: unknown, value: unknown) => (error ? reject(error) : resolve(value));
      Reflect.apply(call, this, [...given, then]);
    });
  };
}

/** Returns a function that passes what the given one resolves to to its callback. */
function callbackify(call: Callable): Callable {
  return (...given) => {
    const then = given.pop() as Callable;
    const promise = call(...given) as Promise<unknown>;
    promise.then(
      (value) => queueMicrotask(() => void then(null, value)),
      (error: unknown) => queueMicrotask(() => void then(error)),
    );
  };
}
