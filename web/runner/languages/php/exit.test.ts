import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { runStarted } from '../testing/run-started.ts';
import { startPhp } from './php-program.ts';

const read = (name: string) => readFile(createRequire(import.meta.url).resolve(`php-wasm/${name}`));

let module: WebAssembly.Module;
let library: string;
beforeAll(async () => {
  module = await WebAssembly.compile(await read('php-web.mjs.wasm'));
  library = `data:application/wasm;base64,${(await read('libxml2.so')).toString('base64')}`;
}, 60_000);

/** Runs a program in a PHP of its own. */
async function run(sources: Record<string, string>) {
  return runStarted(await startPhp(module, () => library), sources);
}

test.each([
  ['exit(3)', 'echo 1; exit(3);', '1', 3],
  ['exit(3) in a function', 'function f() { exit(3); } f();', '', 3],
  ['exit(3) in try with finally', 'try { exit(3); } catch (Throwable) { echo 1; } finally { echo 2; }', '', 3],
  ['die(3)', 'die(3);', '', 3],
  ['exit(3) before a shutdown function', 'register_shutdown_function(fn() => print(1)); exit(3);', '1', 3],
  ['exit(3) in a shutdown function', 'register_shutdown_function(fn() => exit(3)); echo 1;', '1', 3],
  ['exit(3) in an exception handler', 'set_exception_handler(fn() => exit(3)); throw new Exception();', '', 3],
  ['exit(3) in a buffer', 'ob_start(); echo 1; exit(3);', '1', 3],
  ['a text', 'die("text");', 'text', 0],
  ['exit', 'echo 1; exit;', '1', 0],
  ['the end', 'echo 1;', '1', 0],
  ['a caught error', 'try { eval("x x"); } catch (ParseError) { echo 1; }', '1', 0],
])('ends with its status: %s', { tags: ['long'] }, async (_what, code, out, exitCode) => {
  expect(await run({ 'main.php': `<?php ${code}` })).toEqual({ out, ends: [{ exitCode }] });
});

test('ends with the status of an included file', { tags: ['long'] }, async () => {
  const sources = { 'main.php': "<?php require 'other.php'; echo 1;", 'other.php': '<?php exit(3);' };
  expect(await run(sources)).toEqual({ out: '', ends: [{ exitCode: 3 }] });
});

test('shows an uncaught exception, whose status is 255', async () => {
  const { out, ends } = await run({ 'main.php': "<?php\nthrow new Exception('bad');" });
  expect(out).toBe('Fatal error: Uncaught Exception: bad in main.php:2\n');
  expect(ends).toMatchObject([{ exitCode: 255, error: { name: 'Exception', message: 'bad', line: 2 } }]);
});
