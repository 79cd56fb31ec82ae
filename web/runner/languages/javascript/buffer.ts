import { bytesOf, encodingOf, textOf } from './encoding.ts';
import { CUSTOM } from './inspect/inspect.ts';

/** Most bytes of a buffer that are shown. */
const SHOWN_MAX = 50;

/** The part of the `Buffer` of Node.js that programs use for input and texts. */
export class Buffer extends Uint8Array<ArrayBuffer> {
  static override readonly name = 'Buffer';

  static override from(value: never, encoding?: unknown, length?: number): Buffer {
    const given: unknown = value;
    if (typeof given === 'string') return viewOf(bytesOf(given, encodingOf(encoding)));
    if (given instanceof ArrayBuffer) return new Buffer(given, Number(encoding ?? 0), length);
    const { data } = given as { data?: ArrayLike<number> };
    return viewOf(Uint8Array.from(Array.isArray(data) ? data : (given as ArrayLike<number>)));
  }

  static alloc(size: number, fill: string | number = 0): Buffer {
    return Buffer.allocUnsafe(size).fill(fill);
  }

  static allocUnsafe(size: number): Buffer {
    return new Buffer(new ArrayBuffer(size));
  }

  static concat(parts: readonly Uint8Array[], length = parts.reduce((sum, part) => sum + part.length, 0)): Buffer {
    const whole = Buffer.allocUnsafe(length);
    let position = 0;
    for (const part of parts) {
      whole.set(part.subarray(0, Math.max(0, length - position)), Math.min(position, length));
      position += part.length;
    }
    return whole;
  }

  static isBuffer(value: unknown): value is Buffer {
    return value instanceof Buffer;
  }

  static isEncoding(name: unknown): boolean {
    try {
      return typeof name === 'string' && encodingOf(name) !== '';
    } catch {
      return false;
    }
  }

  static byteLength(value: string | ArrayBuffer | Uint8Array, encoding?: unknown): number {
    return typeof value === 'string' ? bytesOf(value, encodingOf(encoding)).length : value.byteLength;
  }

  static compare(one: Uint8Array, other: Uint8Array): number {
    const place = one.findIndex((byte, index) => byte !== other[index]);
    const difference = place < 0 ? one.length - other.length : (one[place] ?? 0) - (other[place] ?? -1);
    return Math.sign(difference);
  }

  override toString(encoding?: unknown, start = 0, end = this.length): string {
    return textOf(this.subarray(start, end), encodingOf(encoding));
  }

  [CUSTOM](): string {
    const shown = Array.from(this.subarray(0, SHOWN_MAX), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const more = this.length - SHOWN_MAX;
    return `<Buffer${shown === '' ? '' : ` ${shown}`}${more > 0 ? ` ... ${more} more byte${more === 1 ? '' : 's'}` : ''}>`;
  }

  toJSON(): { type: string; data: number[] } {
    return { type: 'Buffer', data: [...this] };
  }

  equals(other: Uint8Array): boolean {
    return Buffer.compare(this, other) === 0;
  }

  compare(other: Uint8Array): number {
    return Buffer.compare(this, other);
  }

  write(text: string, offset = 0, ...given: unknown[]): number {
    const encoding = given.find((each) => typeof each === 'string');
    const bytes = bytesOf(text, encodingOf(encoding)).subarray(0, this.length - offset);
    this.set(bytes, offset);
    return bytes.length;
  }

  copy(target: Uint8Array, targetStart = 0, start = 0, end = this.length): number {
    const part = this.subarray(start, Math.min(end, start + target.length - targetStart));
    target.set(part, targetStart);
    return part.length;
  }

  override slice(start?: number, end?: number): Buffer {
    return this.subarray(start, end);
  }

  override subarray(start?: number, end?: number): Buffer {
    return viewOf(super.subarray(start, end));
  }

  override fill(value: string | number, start = 0, end = this.length): this {
    if (typeof value === 'number') return super.fill(value, start, end);
    const bytes = bytesOf(value, 'utf8');
    for (let index = start; index < end; index++) this[index] = bytes[(index - start) % bytes.length] ?? 0;
    return this;
  }

  override indexOf(value: unknown, start = 0): number {
    if (typeof value === 'number') return super.indexOf(value, start);
    const wanted = typeof value === 'string' ? bytesOf(value, 'utf8') : (value as Uint8Array);
    for (let index = start; index <= this.length - wanted.length; index++)
      if (wanted.every((byte, place) => this[index + place] === byte)) return index;
    return -1;
  }

  override includes(value: unknown, start = 0): boolean {
    return this.indexOf(value, start) >= 0;
  }
}

for (const [name, size] of Object.entries({
  Int8: 1,
  Uint8: 1,
  Int16: 2,
  Uint16: 2,
  Int32: 4,
  Uint32: 4,
  Float: 4,
  Double: 8,
}))
  for (const order of size === 1 ? [''] : ['LE', 'BE']) addNumber(name, size, order);

/** Adds `readUInt16LE`, `writeUInt16LE` and their kind. */
function addNumber(name: string, size: number, order: string): void {
  const method = { Float: 'Float32', Double: 'Float64' }[name] ?? name;
  const isLittle = order === 'LE';
  const viewed = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const define = (key: string, value: unknown) =>
    Object.defineProperty(Buffer.prototype, key, { value, writable: true, configurable: true });
  const called = name.replace('Uint', 'UInt') + order;
  define(`read${called}`, function read(this: Uint8Array, offset = 0) {
    return viewed(this)[`get${method}` as 'getInt16'](offset, isLittle);
  });
  define(`write${called}`, function write(this: Uint8Array, value: number, offset = 0) {
    viewed(this)[`set${method}` as 'setInt16'](offset, value, isLittle);
    return offset + size;
  });
}

function viewOf(bytes: Uint8Array<ArrayBufferLike>): Buffer {
  return new Buffer(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}
