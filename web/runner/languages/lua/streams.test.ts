import { expect, test } from 'vitest';
import { runStarted } from '../testing/run-started.ts';
import { startLua } from './lua-program.ts';

/** Runs a program. Resolves to its output. */
async function outputOf(program: string, stdin = ''): Promise<string> {
  const { out } = await runStarted(await startLua(), { 'main.lua': program }, stdin);
  return out;
}

test.each([
  ['bytes that are written one at a time', "for byte in ('é→💡'):gmatch('.') do io.write(byte) end", 'é→💡'],
  ['bytes of both streams in turn', "io.write('\\xc3') io.stderr:write('e') io.write('\\xa9')", 'eé'],
  ['a text with NUL', "print('a\\0b')", 'a\0b\n'],
  ['a wrong byte', "io.write('a\\xff', 'b')", 'a\uFFFDb'],
  ['a part of a letter at the end', "io.write('a\\xc3')", 'a\uFFFD'],
  ['nothing', "io.write('')", ''],
])('prints %s', async (_what, program, out) => {
  expect(await outputOf(program)).toBe(out);
});

test('prints from a coroutine', async () => {
  expect(await outputOf("coroutine.wrap(function() print('é', 1) end)()")).toBe('é\t1\n');
});

test('reads an input with NUL and letters of several bytes', async () => {
  expect(await outputOf("local s = io.read('a') io.write(#s, s)", 'a\0é')).toBe('4a\0é');
  expect(await outputOf("print(io.read('a') == '', io.read())")).toBe('true\tnil\n');
});

test.each([
  ['1e-5 2', '1e-05\t2'],
  ['-1.5E+3 +7', '-1500.0\t7'],
  ['3-2', '3\t-2'],
  ['0x1F 0x1p-1', '31\t0.5'],
  ['.5\n\t-.25', '0.5\t-0.25'],
  ['12abc', '12\tnil'],
  ['1e 2', '1\tnil'],
  ['9007199254740993 1', '9007199254740993\t1'],
])('reads the numbers of %j', async (stdin, shown) => {
  expect(await outputOf("print(io.read('n', 'n'))", stdin)).toBe(`${shown}\n`);
});
