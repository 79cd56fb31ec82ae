import type { EventLoop } from './event-loop.ts';

const BODY = ['text', 'json', 'arrayBuffer', 'blob', 'bytes'];

/** Methods of the browser whose promises keep a program of Node.js running, by their objects. */
const WAITS: readonly (readonly [object | undefined, readonly string[]])[] = [
  [
    self.SubtleCrypto?.prototype,
    [
      'digest',
      'encrypt',
      'decrypt',
      'sign',
      'verify',
      'generateKey',
      'importKey',
      'exportKey',
      'deriveBits',
      'deriveKey',
    ],
  ],
  [self.Blob?.prototype, BODY],
  [self.Response?.prototype, BODY],
  [self.WebAssembly, ['compile', 'instantiate']],
  [self.ReadableStreamDefaultReader?.prototype, ['read']],
  [self.ReadableStream?.prototype, ['pipeTo']],
];

/** Keeps a program running while the browser works for it. */
export function holdForBrowser(loop: EventLoop): void {
  for (const [owner, names] of WAITS)
    for (const name of names) {
      const { value, ...descriptor } = (owner && Object.getOwnPropertyDescriptor(owner, name)) ?? {};
      const method: unknown = value;
      if (owner === undefined || typeof method !== 'function') continue;
      // A method, because it has the `this` of its caller.
      const held = {
        [name](...given: unknown[]): Promise<unknown> {
          return loop.during(() => Reflect.apply(method, this, given) as Promise<unknown>);
        },
      };
      Object.defineProperty(owner, name, { ...descriptor, value: held[name] });
    }
}
