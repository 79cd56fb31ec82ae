import { CODE_MAX } from '@cip/contracts/common';
import { expect, test } from '../support/fixtures.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/privacy');
  await openSandbox(page);
});

test('JavaScript prints, reads its input, stops at its first error, and waits for timers and promises', async ({
  page,
}) => {
  const language = 'javascript';
  const hello = await runProgram(page, { language, code: "console.log('hello', [1, { a: 'b' }], null)" });
  expect(hello).toMatchObject({
    out: "hello [ 1, { a: 'b' } ] null\n",
    err: '',
    end: { reason: 'finished', exitCode: 0 },
  });

  const code = "const first = readline();\nconsole.log(first, require('fs').readFileSync(0, 'utf8').split('\\n'));";
  const input = await runProgram(page, { language, code, stdin: 'one\ntwo\nthree' });
  expect(input).toMatchObject({ out: "one [ 'two', 'three' ]\n", end: { reason: 'finished', needsInput: false } });
  const failing = await runProgram(page, { language, code: 'readline().length' });
  expect(failing.end).toMatchObject({ reason: 'failed', needsInput: true });

  const error = await runProgram(page, { language, code: 'function f() {\n  null.x;\n}\nconsole.log(1);\nf();' });
  expect(error).toMatchObject({
    out: '1\n',
    end: { reason: 'failed', error: { name: 'TypeError', line: 2, column: 8 } },
  });
  expect(error.err).toContain('at f (main.js:2:8)\n    at main.js:5:1');
  for (const wrong of ['let a = 1;\nlet b = ;', 'const a = await 1;\nlet b = ;']) {
    const { end } = await runProgram(page, { language, code: wrong });
    expect(end).toMatchObject({ reason: 'failed', error: { name: 'SyntaxError', line: 2, column: 9 } });
  }

  const timers = "setTimeout(() => console.log('later'), 60);\nPromise.resolve().then(() => console.log('soon'));";
  expect(await runProgram(page, { language, code: timers })).toMatchObject({
    out: 'soon\nlater\n',
    end: { reason: 'finished' },
  });
  const module = 'const five = await Promise.resolve(5);\nconsole.log(five);\nexport const unused = 1;';
  expect(await runProgram(page, { language, code: module })).toMatchObject({ out: '5\n', end: { reason: 'finished' } });
  const rejected = await runProgram(page, {
    language,
    code: 'async function f() {\n  throw new RangeError("far");\n}\nf();',
  });
  expect(rejected.end).toMatchObject({ reason: 'failed', error: { name: 'RangeError', message: 'far', line: 2 } });
  const exit = await runProgram(page, { language, code: 'console.log(1);\nprocess.exit(3);\nconsole.log(2);' });
  expect(exit).toMatchObject({ out: '1\n', end: { reason: 'failed', exitCode: 3, error: null } });
  const longest = `console.log(1);\n// ${'é'.repeat(CODE_MAX)}`.slice(0, CODE_MAX - 8) + '\nnull.x;';
  const atLimit = await runProgram(page, { language, code: longest });
  expect(atLimit).toMatchObject({ out: '1\n', end: { reason: 'failed', error: { line: 3, column: 6 } } });
});

test('TypeScript runs without its types and keeps its lines', async ({ page }) => {
  const language = 'typescript';
  const code = [
    'enum Suit { Hearts, Spades }',
    'interface Point { x: number }',
    'const twice = <T,>(value: T): T[] => [value, value];',
    'console.log(twice({ x: Suit.Spades } satisfies Point));',
    'const nothing: any = null;',
    'nothing.here;',
  ].join('\n');
  expect(await runProgram(page, { language, code })).toMatchObject({
    out: '[ { x: 1 }, { x: 1 } ]\n',
    end: { reason: 'failed', error: { name: 'TypeError', line: 6, column: 9 } },
  });
  const { end } = await runProgram(page, { language, code: 'const a: number = 1;\nconst b: = 2;' });
  expect(end).toMatchObject({ reason: 'failed', error: { name: 'SyntaxError', line: 2, column: 10 } });
  const hungry = await runProgram(page, { language, code: 'const line: string = readline()!;\nline.length;' });
  expect(hungry.end).toMatchObject({ reason: 'failed', needsInput: true, error: { line: 2, column: 6 } });
  const endless = await runProgram(page, {
    language,
    code: 'let n: number = 0;\nconsole.log(n);\nfor (;;) n++;',
    limitMs: 500,
  });
  expect(endless).toMatchObject({ out: '0\n', end: { reason: 'time_limit' } });
});

test('SQLite shows a table for each result, and places its errors', async ({ page }) => {
  const language = 'sqlite';
  const dataSet =
    "create table people (id integer primary key, name text);\ninsert into people values (1, 'Zoë'), (2, null);";
  const code =
    "select * from people;\nupdate people set name = 'Ada' where name is null;\nselect count(*) n from people;";
  const run = await runProgram(page, { language, dataSet, code });
  expect(run).toMatchObject({ out: '1 row changed\n', err: '', end: { reason: 'finished' } });
  expect(run.tables).toEqual([
    {
      columns: ['id', 'name'],
      rows: [
        ['1', 'Zoë'],
        ['2', null],
      ],
      total: 2,
    },
    { columns: ['n'], rows: [['2']], total: 1 },
  ]);
  const syntax = await runProgram(page, { language, dataSet, code: '-- ü\nselect 1;\nselect nam from people;' });
  expect(syntax.tables).toHaveLength(1);
  expect(syntax.end).toMatchObject({ reason: 'failed', error: { message: 'no such column: nam', line: 3, column: 8 } });
  const twice = await runProgram(page, { language, dataSet, code: '\ninsert into people values (1, null);' });
  expect(twice.end).toMatchObject({ reason: 'failed', error: { line: 2, column: 1 } });
  const misspelt = await runProgram(page, { language, code: "select 1;\nselect 'ü' as u,\n  from from people;" });
  expect(misspelt.end.error).toEqual({ name: 'Error', message: 'near "from": syntax error', line: 3, column: 3 });
  const endless = 'with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c';
  const { end } = await runProgram(page, { language, code: endless, limitMs: 500 });
  expect(end).toMatchObject({ reason: 'time_limit' });
});

test('PostgreSQL shows what each statement returns, from the data set on', async ({ page }) => {
  const language = 'sql';
  const dataSet = 'create table people (id int primary key, name text);';
  const code =
    "insert into people values (1, 'Zoë'), (2, null);\nselect *, ';' semicolon from people;\n-- ü\nselect 'ü', nam from people;";
  const run = await runProgram(page, { language, dataSet, code });
  expect(run.out).toBe('INSERT 0 2\n');
  expect(run.tables).toEqual([
    {
      columns: ['id', 'name', 'semicolon'],
      rows: [
        ['1', 'Zoë', ';'],
        ['2', null, ';'],
      ],
      total: 2,
    },
  ]);
  expect(run.end).toMatchObject({ reason: 'failed', error: { line: 4, column: 13 } });
  expect(run.err).toContain('Error in line 4: column "nam" does not exist\nHint: ');
  // Nothing of the last run is left.
  const fresh = await runProgram(page, {
    language,
    dataSet,
    code: 'select count(*) from people;\n\ninsert into people values (1), (1);',
  });
  expect(fresh.tables).toEqual([{ columns: ['count'], rows: [['0']], total: 1 }]);
  expect(fresh.end).toMatchObject({ reason: 'failed', error: { line: 3, column: 1 } });
  const misspelt = await runProgram(page, { language, code: "select 1;\n-- ü\nselect 'ü' as u,\n  form people x y;" });
  expect(misspelt.end.error).toEqual({ name: 'Error', message: 'syntax error at or near "x"', line: 4, column: 15 });
  const endless = 'with recursive c(x) as (select 1 union all select 1 from c) select count(*) from c';
  expect((await runProgram(page, { language, code: endless, limitMs: 500 })).end.reason).toBe('time_limit');
});

/** Changes everything that a program can reach and that the next one must not meet. */
const POISON = `
import asyncio, builtins, collections, io, js, json, linecache, random, sys
import pyodide_js
print('poisoned')
builtins.len = lambda things: -1
builtins.poison = True
json.poison = True
json.dumps = lambda *given, **more: '{"exitCode": 0, "error": null}'
collections.OrderedDict.poison = True
sys.modules['math'] = json
sys.path.insert(0, '/poison')
sys.setrecursionlimit(50)
random.random = lambda: 4
asyncio.poison = True
frame = sys._getframe()
while frame.f_back is not None: frame = frame.f_back
frame.f_globals['poison'] = True
js.Object.getPrototypeOf(js.Array.new()).poison = True
for name in ['postMessage', 'fetch', 'importScripts']:
    try: setattr(js, name, None)
    except Exception: pass
try: pyodide_js.makeMemorySnapshot()
except BaseException: pass
js.self.dispatchEvent(js.MessageEvent.new('message'))
`;
const IS_POISONED = `
import asyncio, builtins, collections, js, json, math, random, sys
print(len('abc') != 3)
print(hasattr(builtins, 'poison') or hasattr(asyncio, 'poison'))
print(hasattr(json, 'poison') or json.dumps({}) != '{}')
print(hasattr(collections.OrderedDict, 'poison'))
print(math is json or '/poison' in sys.path or sys.getrecursionlimit() == 50)
print(random.random() == 4)
frame = sys._getframe()
while frame.f_back is not None: frame = frame.f_back
print('poison' in frame.f_globals)
print(hasattr(js.Array.new(), 'poison'))
`;

test('Python prints, reads its input, and shows where it failed', async ({ page }) => {
  const language = 'python';
  // The very first program runs right after the memory was stored from which all later ones start.
  expect((await runProgram(page, { language, code: POISON })).out).toBe('poisoned\n');
  expect(await runProgram(page, { language, code: IS_POISONED })).toMatchObject({ out: 'False\n'.repeat(8), err: '' });

  const first = await runProgram(page, { language, code: "import random\nprint('hello', random.random())" });
  expect(first).toMatchObject({ err: '', end: { reason: 'finished', exitCode: 0 } });
  // The next worker starts from the memory of the first, and must not draw the same numbers.
  const second = await runProgram(page, { language, code: "import random\nprint('hello', random.random())" });
  expect(second.out).toMatch(/^hello 0\.\d+\n$/);
  expect(second.out).not.toBe(first.out);

  const code = "import sys\nname = input('name? ')\nprint(name)\nprint([line for line in sys.stdin])";
  expect(await runProgram(page, { language, code, stdin: 'Zoë\none\ntwo' })).toMatchObject({
    out: "name? Zoë\n['one\\n', 'two']\n",
    end: { reason: 'finished', needsInput: false },
  });
  const { end } = await runProgram(page, { language, code: 'print(input())' });
  expect(end).toMatchObject({ reason: 'failed', needsInput: true, error: { name: 'EOFError' } });

  const failing = await runProgram(page, { language, code: "def f(a):\n    return a + 1\n\nprint(1)\nf('x')" });
  expect(failing).toMatchObject({
    out: '1\n',
    end: { reason: 'failed', error: { name: 'TypeError', line: 2, column: 12 } },
  });
  expect(failing.err).toMatch(/^Traceback .*\n {2}File "main.py", line 5, in <module>\n/);
  const syntax = await runProgram(page, { language, code: 'x = 1\nif x\n    pass' });
  expect(syntax.end.error).toEqual({ name: 'SyntaxError', message: "expected ':'", line: 2, column: 5 });

  const hungry = await runProgram(page, { language, code: 'x = []\nwhile True:\n    x.append(bytearray(10_000_000))' });
  expect(hungry.end).toMatchObject({ reason: 'failed', error: { name: 'MemoryError', line: 3 } });
  const endless = await runProgram(page, { language, code: "print('a')\nwhile True: pass", limitMs: 1_000 });
  expect(endless).toMatchObject({ out: 'a\n', end: { reason: 'time_limit' } });
});

test('Lua prints, reads its input, and shows where it failed', async ({ page }) => {
  const language = 'lua';
  const code = "print('hello', _VERSION)\nlocal line = io.read()\nlocal n, m = io.read('n', 'n')\nprint(line, n + m)";
  expect(await runProgram(page, { language, code, stdin: 'first\n12 13' })).toMatchObject({
    out: 'hello\tLua 5.4\nfirst\t25\n',
    end: { reason: 'finished' },
  });
  const error = await runProgram(page, { language, code: 'local function f(t)\n  return t.x.y\nend\nprint(1)\nf({})' });
  expect(error).toMatchObject({ out: '1\n', end: { reason: 'failed', error: { line: 2 } } });
  expect(error.err).toContain('main.lua:5: in main chunk');
  const { end } = await runProgram(page, { language, code: 'local x = 1\nif x the\nend' });
  expect(end.error).toMatchObject({ message: "'then' expected near 'the'", line: 2 });
  const hungry = await runProgram(page, { language, code: 'local line = io.read()\nprint(#line)' });
  expect(hungry.end).toMatchObject({ reason: 'failed', needsInput: true, error: { line: 2 } });
  expect((await runProgram(page, { language, code: 'while true do end', limitMs: 500 })).end.reason).toBe('time_limit');
});

test('Ruby prints, reads its input, and shows where it failed', async ({ page }) => {
  const language = 'ruby';
  const code = 'require \'set\'\nname = gets.chomp\nputs "hello #{name}", gets.to_i + 1';
  expect(await runProgram(page, { language, code, stdin: 'Zoë\n2' })).toMatchObject({
    out: 'hello Zoë\n3\n',
    end: { reason: 'finished' },
  });
  const error = await runProgram(page, { language, code: 'def f(x)\n  x.foo\nend\nputs 1\nf(nil)' });
  expect(error).toMatchObject({ out: '1\n', end: { reason: 'failed', error: { name: 'NoMethodError', line: 2 } } });
  expect(error.err).toMatch(/^main\.rb:2:in .*\n\tfrom main\.rb:5:in '<main>'\n$/);
  const { end, err } = await runProgram(page, { language, code: 'x = 1\nputs (1 +\n' });
  expect(end).toMatchObject({ reason: 'failed', error: { name: 'SyntaxError', line: 2 } });
  // oxlint-disable-next-line no-control-regex -- no colours for a terminal
  expect(err).not.toMatch(/\u001b/);
  const hungry = await runProgram(page, { language, code: 'puts gets.length' });
  expect(hungry.end).toMatchObject({ reason: 'failed', needsInput: true, error: { name: 'NoMethodError', line: 1 } });
  expect((await runProgram(page, { language, code: 'puts 1\nloop { }', limitMs: 500 })).end.reason).toBe('time_limit');
});

test('PHP prints, reads its input, and shows where it failed', async ({ page }) => {
  const language = 'php';
  const hello =
    "<?php\ndeclare(strict_types=1);\necho trim(fgets(STDIN)), ' ', readline() + 1, \"\\n\", json_encode(['ü' => intdiv(7, 2)]);";
  expect(await runProgram(page, { language, code: hello, stdin: 'Zoë\n2' })).toMatchObject({
    out: 'Zoë 3\n{"\\u00fc":3}',
    err: '',
    end: { reason: 'finished', exitCode: 0, needsInput: false },
  });
  const last = "before <?php\nob_start();\necho $x;\nregister_shutdown_function(fn() => print('after'));\nexit;";
  expect((await runProgram(page, { language, code: last })).out).toBe(
    'before \nWarning: Undefined variable $x in /main.php on line 3\nafter',
  );
  const error = await runProgram(page, {
    language,
    code: '<?php\nfunction f($x) {\n  return $x->foo();\n}\necho 1;\nf(null);',
  });
  expect(error).toMatchObject({
    out: '1',
    err: 'Fatal error: Uncaught Error: Call to a member function foo() on null in main.php:3\n#0 main.php(6): f(NULL)\n',
    end: { reason: 'failed', error: { name: 'Error', line: 3 } },
  });
  const { end } = await runProgram(page, { language, code: '<?php\n$x = ;' });
  expect(end.error).toMatchObject({ name: 'ParseError', message: 'syntax error, unexpected token ";"', line: 2 });
  const twice = await runProgram(page, { language, code: '<?php\nfunction f() {}\nif (1) { function f() {} }' });
  expect(twice.end.error).toMatchObject({ name: 'Fatal error', line: 3 });
  const hungry = await runProgram(page, { language, code: '<?php\necho strlen(fgets(STDIN));' });
  expect(hungry.end).toMatchObject({ needsInput: true });
  const big = '<?php\n$a = [];\nwhile (true) $a[] = str_repeat("x", 10_000_000);';
  expect(await runProgram(page, { language, code: big })).toMatchObject({
    err: 'Out of memory\n',
    end: { reason: 'crashed' },
  });
  const endless = await runProgram(page, { language, code: '<?php echo 1; while (true);', limitMs: 500 });
  expect(endless).toMatchObject({ out: '1', end: { reason: 'time_limit' } });
});

test('C and C++ are compiled, read their input, name the first error’s place, and have the run’s time for themselves', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const cpp = [
    '#include <iostream>',
    '#include <map>',
    'int main() {',
    '  std::map<std::string, int> seen;',
    '  for (std::string word; std::cin >> word;) seen[word]++;',
    '  for (auto [word, count] : seen) std::cout << word << " " << count << std::endl;',
    '  std::cerr << "warned";',
    '  return 3;',
    '}',
  ].join('\n');
  const words = await runProgram(page, { language: 'c++', code: cpp, stdin: 'b a b' });
  expect(words).toMatchObject({
    out: 'a 1\nb 2\n',
    err: 'warned',
    end: { reason: 'failed', exitCode: 3, error: null },
  });

  const c = '#include <stdio.h>\nint main(void) {\n  int n;\n  printf("%d\\n", scanf("%d", &n));\n  for (;;);\n}';
  const endless = await runProgram(page, { language: 'c', code: c, stdin: '7', limitMs: 500 });
  expect(endless).toMatchObject({ out: '1\n', end: { reason: 'time_limit' } });
  const wrong = await runProgram(page, { language: 'c', code: 'int main(void) {\n  return x;\n}' });
  expect(wrong.end).toMatchObject({ reason: 'failed', ms: 0, error: { line: 2, column: 10 } });
  expect(wrong.end.error?.message).toBe("use of undeclared identifier 'x'");
  expect(wrong.err).toContain('main.c:2:10: error: ');

  const thrown = await runProgram(page, {
    language: 'c++',
    code: 'int main() { try { throw 1; } catch (int) { return 0; } }',
  });
  expect(thrown.err).toContain('C++ exceptions cannot be caught here.');
  expect(thrown.end).toMatchObject({ reason: 'failed', error: { name: 'Aborted' } });
  const hungry = [
    '#include <stdio.h>',
    '#include <stdlib.h>',
    'int main(void) {',
    '  int mb = 0;',
    '  volatile char *part;',
    '  while ((part = malloc(1 << 20))) { part[0] = 1; mb++; }',
    '  printf("%d\\n", mb);',
    '}',
  ].join('\n');
  const filled = await runProgram(page, { language: 'c', code: hungry });
  expect(filled.end.reason).toBe('finished');
  expect(Number(filled.out)).toBeGreaterThan(400);
  expect(Number(filled.out)).toBeLessThan(512);
  const unlinked = await runProgram(page, { language: 'c', code: 'int f(void);\nint main(void) { return f(); }' });
  expect(unlinked.end).toMatchObject({ reason: 'failed', error: { message: 'undefined symbol: f', line: null } });
});
