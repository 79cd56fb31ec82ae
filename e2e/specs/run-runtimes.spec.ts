import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { expectSealed, REFUSED } from '../support/run-attempts.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';
import { openWitness } from '../support/witness.ts';
import type { Witness } from '../support/witness.ts';

test.use({ expectedProblems: REFUSED });

let witness: Witness;
test.beforeEach(async ({ page, baseURL }) => {
  witness = await openWitness(baseURL ?? '');
  await page.goto(`${witness.origin}/privacy`);
  await openSandbox(page);
});
test.afterEach(() => witness.close());

/** Fails if the runtime itself tried something that the frame's policy refuses. */
function expectQuiet(problems: string[]): void {
  expect(problems.filter((problem) => !problem.startsWith('request to another host'))).toEqual([]);
}

/** Changes everything that a program can reach and that the next program must not meet. */
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

/** Lets Python wait for lines that are typed while it runs. */
async function answersPython(page: Page): Promise<void> {
  const language = 'python';
  const code = [
    'import sys, time',
    "name = input('name? ')",
    "print(name, 'age?', end=' ')",
    'print(int(sys.stdin.readline()))',
    'print([line for line in sys.stdin])',
    'print([sys.stdin.read()])',
  ];
  // The answers together take longer than the time limit, which stands still meanwhile.
  const answers = ['Zoë', '36', 'one\ntwo', null];
  const asked = await runProgram(page, {
    language,
    code: code.join('\n'),
    answers,
    answerAfterMs: 1_100,
    limitMs: 4_000,
  });
  expect(asked).toMatchObject({
    out: "name? Zoë age? 36\n['one\\n', 'two\\n']\n['']\n",
    in: 'Zoë\n36\none\ntwo\n(end of input)\n',
    err: '',
    end: { reason: 'finished', needsInput: false },
  });
  expect(asked.end.ms).toBeLessThan(4_000);
  const ended = await runProgram(page, { language, code: 'input()', answers: [null] });
  expect(ended.end).toMatchObject({ reason: 'failed', needsInput: false, error: { name: 'EOFError' } });
  const stopped = await runProgram(page, { language, code: "print('a')\ninput()", answers: [], stopAfterMs: 100 });
  expect(stopped).toMatchObject({ out: 'a\n', end: { reason: 'stopped' } });
  const busy = 'input()\nwhile True: pass';
  const endless = await runProgram(page, { language, code: busy, answers: ['x'], limitMs: 1_000 });
  expect(endless.end.reason).toBe('time_limit');
}

test(
  'runs Python, which prints, reads its input, shows where it failed, and reaches nothing',
  { tag: '@long' },
  async ({ page, problems }) => {
    const language = 'python';
    // All later programs start from the stored memory; the very first one runs right after it was stored.
    expect((await runProgram(page, { language, code: POISON })).out).toBe('poisoned\n');
    expect(await runProgram(page, { language, code: IS_POISONED })).toMatchObject({
      out: 'False\n'.repeat(8),
      err: '',
    });

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

    await answersPython(page);

    const failing = await runProgram(page, { language, code: "def f(a):\n    return a + 1\n\nprint(1)\nf('x')" });
    expect(failing).toMatchObject({
      out: '1\n',
      end: { reason: 'failed', error: { name: 'TypeError', line: 2, column: 12 } },
    });
    expect(failing.err).toMatch(/^Traceback .*\n {2}File "main.py", line 5, in <module>\n/);
    const syntax = await runProgram(page, { language, code: 'x = 1\nif x\n    pass' });
    expect(syntax.end.error).toEqual({ name: 'SyntaxError', message: "expected ':'", line: 2, column: 5 });

    const hungry = await runProgram(page, {
      language,
      code: 'x = []\nwhile True:\n    x.append(bytearray(10_000_000))',
    });
    expect(hungry.end).toMatchObject({ reason: 'failed', error: { name: 'MemoryError', line: 3 } });
    const endless = await runProgram(page, { language, code: "print('a')\nwhile True: pass", limitMs: 2_000 });
    expect(endless).toMatchObject({ out: 'a\n', end: { reason: 'time_limit' } });

    expectQuiet(problems);
    await expectSealed(page, witness, language);
  },
);

test(
  'runs Lua, which prints, reads its input, shows where it failed, and reaches nothing',
  { tag: '@long' },
  async ({ page, problems }) => {
    const language = 'lua';
    const code = "print('hello', _VERSION)\nlocal line = io.read()\nlocal n, m = io.read('n', 'n')\nprint(line, n + m)";
    expect(await runProgram(page, { language, code, stdin: 'first\n12 13' })).toMatchObject({
      out: 'hello\tLua 5.4\nfirst\t25\n',
      end: { reason: 'finished' },
    });
    const formats = 'local n = io.read("*number")\nprint(n + 1, io.read("*line"))\nio.write(io.read("*all"))';
    expect((await runProgram(page, { language, code: formats, stdin: '4 more\na\nb' })).out).toBe('5\t more\na\nb');
    const error = await runProgram(page, {
      language,
      code: 'local function f(t)\n  return t.x.y\nend\nprint(1)\nf({})',
    });
    expect(error).toMatchObject({ out: '1\n', end: { reason: 'failed', error: { line: 2 } } });
    expect(error.err).toContain('main.lua:5: in main chunk');
    const { end } = await runProgram(page, { language, code: 'local x = 1\nif x the\nend' });
    expect(end.error).toMatchObject({ message: "'then' expected near 'the'", line: 2 });
    const hungry = await runProgram(page, { language, code: 'local line = io.read()\nprint(#line)' });
    expect(hungry.end).toMatchObject({ reason: 'failed', needsInput: true, error: { line: 2 } });
    const left = await runProgram(page, { language, code: 'print(1)\npcall(os.exit, 3)\nprint(2)' });
    expect(left).toMatchObject({ out: '1\n', err: '', end: { reason: 'failed', exitCode: 3, error: null } });
    expect((await runProgram(page, { language, code: 'while true do end', limitMs: 500 })).end.reason).toBe(
      'time_limit',
    );

    expectQuiet(problems);
    await expectSealed(page, witness, language);
  },
);

test(
  'runs Ruby, which prints, reads its input, shows where it failed, and reaches nothing',
  { tag: '@long' },
  async ({ page, problems }) => {
    const language = 'ruby';
    const code = 'require \'set\'\nname = gets.chomp\nputs "hello #{name}", gets.to_i + 1';
    expect(await runProgram(page, { language, code, stdin: 'Zoë\n2' })).toMatchObject({
      out: 'hello Zoë\n3\n',
      end: { reason: 'finished' },
    });
    const data = 'DATA.each_line { |line| puts line.upcase }\n__END__\na\nb\n';
    expect((await runProgram(page, { language, code: data })).out).toBe('A\nB\n');
    const error = await runProgram(page, { language, code: 'def f(x)\n  x.foo\nend\nputs 1\nf(nil)' });
    expect(error).toMatchObject({ out: '1\n', end: { reason: 'failed', error: { name: 'NoMethodError', line: 2 } } });
    expect(error.err).toMatch(/^main\.rb:2:in .*\n\tfrom main\.rb:5:in '<main>'\n$/);
    const { end, err } = await runProgram(page, { language, code: 'x = 1\nputs (1 +\n' });
    expect(end).toMatchObject({ reason: 'failed', error: { name: 'SyntaxError', line: 2 } });
    // oxlint-disable-next-line no-control-regex -- no colours for a terminal
    expect(err).not.toMatch(/\u001b/);
    const hungry = await runProgram(page, { language, code: 'puts gets.length' });
    expect(hungry.end).toMatchObject({ reason: 'failed', needsInput: true, error: { name: 'NoMethodError', line: 1 } });
    expect((await runProgram(page, { language, code: 'puts 1\nloop { }', limitMs: 500 })).end.reason).toBe(
      'time_limit',
    );

    expectQuiet(problems);
    await expectSealed(page, witness, language);
  },
);

test(
  'runs PHP, which prints, reads its input, shows where it failed, and reaches nothing',
  { tag: '@long' },
  async ({ page, problems }) => {
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
    const left = await runProgram(page, { language, code: '<?php echo 1; exit(3);' });
    expect(left).toMatchObject({ out: '1', err: '', end: { reason: 'failed', exitCode: 3, error: null } });
    const big = '<?php\n$a = [];\nwhile (true) $a[] = str_repeat("x", 10_000_000);';
    expect(await runProgram(page, { language, code: big })).toMatchObject({
      err: 'Out of memory\n',
      end: { reason: 'crashed' },
    });
    const endless = await runProgram(page, { language, code: '<?php echo 1; while (true);', limitMs: 2_000 });
    expect(endless).toMatchObject({ out: '1', end: { reason: 'time_limit' } });

    expectQuiet(problems);
    await expectSealed(page, witness, language);
  },
);

test(
  'compiles C and C++, which read their input, name the first error’s place, have the run’s time for themselves, and reach nothing',
  { tag: '@long' },
  async ({ page, problems }) => {
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
    const endless = await runProgram(page, { language: 'c', code: c, stdin: '7', limitMs: 2_000 });
    expect(endless).toMatchObject({ out: '1\n', end: { reason: 'time_limit' } });
    const posix = [
      '#include <math.h>',
      '#include <stdio.h>',
      '#include <stdlib.h>',
      '#include <string.h>',
      '#include <time.h>',
      'int main(void) {',
      '  char *line = NULL, *rest;',
      '  size_t size = 0;',
      '  getline(&line, &size, stdin);',
      '  printf("%s %.2f %d\\n", strtok_r(line, " ", &rest), M_PI, clock() >= 0);',
      '}',
    ].join('\n');
    expect((await runProgram(page, { language: 'c', code: posix, stdin: 'one two\n' })).out).toBe('one 3.14 1\n');
    const wrong = await runProgram(page, { language: 'c', code: 'int main(void) {\n  return x;\n}' });
    expect(wrong.end).toMatchObject({ reason: 'failed', ms: 0, error: { line: 2, column: 10 } });
    expect(wrong.end.error?.message).toBe("use of undeclared identifier 'x'");
    expect(wrong.err).toContain('main.c:2:10: error: ');

    const thrown = await runProgram(page, {
      language: 'c++',
      code: 'int main() { try { throw 1; } catch (int) { return 0; } }',
    });
    expect(thrown.err).toContain('C++ here has no exceptions: they cannot be caught.');
    expect(thrown.end).toMatchObject({ reason: 'failed', error: { name: 'Aborted', line: 1 } });
    expect(thrown.err).toContain("terminate called after throwing an instance of 'int'\nC++ here");
    const all = [
      '#include <bits/stdc++.h>',
      'struct Late : std::runtime_error { using std::runtime_error::runtime_error; };',
      'int main() {',
      '  std::set<int> seen{3, 1};',
      '  std::cout << *std::ranges::min_element(seen) << std::endl;',
      '  throw Late("by a day");',
      '}',
    ].join('\n');
    const late = await runProgram(page, { language: 'c++', code: all });
    expect(late).toMatchObject({ out: '1\n', end: { reason: 'failed', error: { line: 6 } } });
    expect(late.err).toContain("terminate called after throwing an instance of 'Late'\n  what():  by a day\n");
    const parsed = [
      '#include <iostream>',
      '#include <stdexcept>',
      '#include <string>',
      'int main() { // try',
      '  std::string word;',
      '  while (std::cin >> word) {',
      '    try {',
      '      std::cout << std::stoi(word) * 2 << "\\n";',
      '    } catch (const std::invalid_argument&) {',
      '      std::cout << "not a number\\n";',
      '    }',
      '  }',
      '}',
    ].join('\n');
    expect(await runProgram(page, { language: 'c++', code: parsed, stdin: '21 4' })).toMatchObject({
      out: '42\n8\n',
      end: { reason: 'finished' },
    });
    const refused = await runProgram(page, { language: 'c++', code: parsed, stdin: '21 x 4' });
    expect(refused.end.error).toMatchObject({
      message: 'C++ here has no exceptions: they cannot be caught.',
      line: 7,
    });
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

    expectQuiet(problems);
    await expectSealed(page, witness, 'c');
  },
);
