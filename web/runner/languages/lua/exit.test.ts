import { expect, test } from 'vitest';
import { runStarted } from '../testing/run-started.ts';
import { startLua } from './lua-program.ts';

const IN_A_FILE = { 'main.lua': "print(1)\npcall(require, 'other')\nprint(2)", 'other.lua': 'os.exit(3)' };

test.each([
  ['in pcall', 'os.exit(3)'],
  ['in xpcall', 'xpcall(os.exit, print, 3)'],
  ['in a coroutine', 'coroutine.resume(coroutine.create(function() os.exit(3) end))'],
  ['in a wrapped coroutine', 'coroutine.wrap(function() pcall(os.exit, 3) end)()'],
  ['with a variable to be closed', 'local x <close> = setmetatable({}, { __close = print })\nos.exit(3)'],
  ['in a callback', "string.gsub('a', 'a', function() os.exit(3) end)"],
  ['in a metamethod', 'local _ = setmetatable({}, { __index = function() os.exit(3) end }).x'],
])('os.exit ends the program %s', async (_where, code) => {
  const program = `print(1)\nprint(pcall(function()\n${code}\nend))\nprint(2)`;
  expect(await runStarted(await startLua(), { 'main.lua': program })).toEqual({
    out: '1\n',
    ends: [{ exitCode: 3 }],
  });
});

test('os.exit ends the program in another file', async () => {
  expect(await runStarted(await startLua(), IN_A_FILE)).toEqual({ out: '1\n', ends: [{ exitCode: 3 }] });
});

test.each([
  ['', 0],
  ['true', 0],
  ['true, true', 0],
  ['false', 1],
  ['0', 0],
  ['3.0', 3],
])('os.exit(%s) has the status %i', async (given, exitCode) => {
  const program = `io.write('begun')\nos.exit(${given})\nprint('not ended')`;
  expect(await runStarted(await startLua(), { 'main.lua': program })).toEqual({
    out: 'begun',
    ends: [{ exitCode }],
  });
});

test('os.exit with no status fails as a call', async () => {
  const { out, ends } = await runStarted(await startLua(), { 'main.lua': "print(pcall(os.exit, 'x'))\nos.exit({})" });
  const message = "bad argument #1 to 'exit' (integer expected)";
  expect(out).toMatch(`false\t${message}\nlua: main.lua:2: ${message}\n`);
  expect(ends).toMatchObject([{ exitCode: 1, error: { message, line: 2 } }]);
});
