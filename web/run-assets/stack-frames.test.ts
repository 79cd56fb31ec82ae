import { expect, test } from 'vitest';
import { withStackFrames } from './stack-frames.ts';

const named = (name: string, ...more: number[]) => [name.length, ...Buffer.from(name), ...more];
const section = (id: number, ...content: number[]) => [id, content.length, ...content];

/**
 * A module with an imported function `see(number)`, a stack pointer of 1024 and two functions: `visit(n)` shows the
 * stack pointer and calls itself with n - 1 until n is 0, and `start(n)` calls it.
 */
const MODULE = Buffer.from([
  0,
  0x61,
  0x73,
  0x6d,
  1,
  0,
  0,
  0,
  ...section(1, 1, 0x60, 1, 0x7f, 0),
  ...section(2, 1, ...named('env'), ...named('see', 0, 0)),
  ...section(3, 2, 0, 0),
  ...section(6, 1, 0x7f, 1, 0x41, 0x80, 8, 0x0b),
  ...section(7, 3, ...named('visit', 0, 1), ...named('start', 0, 2), ...named('__stack_pointer', 3, 0)),
  ...section(
    10,
    2,
    20,
    0,
    0x23,
    0,
    0x10,
    0,
    0x20,
    0,
    0x45,
    0x04,
    0x40,
    0x0f,
    0x0b,
    0x20,
    0,
    0x41,
    1,
    0x6b,
    0x10,
    1,
    0x0b,
    6,
    0,
    0x20,
    0,
    0x10,
    1,
    0x0b,
  ),
]);

async function stackOf(module: Buffer): Promise<{ seen: number[]; left: unknown }> {
  const seen: number[] = [];
  const imports = { env: { see: (pointer: number) => seen.push(pointer) } };
  const { instance } = await WebAssembly.instantiate(new Uint8Array(module), imports);
  const { start, __stack_pointer: pointer } = instance.exports as {
    start: (n: number) => void;
    __stack_pointer: WebAssembly.Global;
  };
  start(2);
  return { seen, left: pointer.value };
}

test('gives each call of a function a frame on the stack of its module, and nothing else', async () => {
  expect(await stackOf(MODULE)).toEqual({ seen: [1024, 1024, 1024], left: 1024 });
  expect(await stackOf(withStackFrames(MODULE, ['visit'], 32))).toEqual({ seen: [992, 960, 928], left: 1024 });
  expect(await stackOf(withStackFrames(MODULE, ['start'], 32))).toEqual({ seen: [992, 992, 992], left: 1024 });
});

test('refuses a function that the module does not have', () => {
  expect(() => withStackFrames(MODULE, ['see'], 32)).toThrow('The module exports no see');
});
