/** A program for a cell of the table in docs/operations/running-code.md. */
export interface KnownProgram {
  /** The cell's text. It begins with "no" if the program is refused. */
  cell: string;
  code: string;
  stdin?: string;
  dataSet?: string;
  /** What it prints; tables as their rows. For a refusal, its error. */
  out: string | RegExp;
}

/** The columns of the table. */
export const COLUMNS = ['input', 'packages', 'tests', 'threads', 'exceptions'] as const;

export interface KnownLanguage {
  label: string;
  language: string;
  programs: Readonly<Record<(typeof COLUMNS)[number], KnownProgram>>;
}

const lines = (...all: string[]) => all.join('\n');
const EXCEPTION = { cell: 'yes', out: /caught/ };

const javascript: KnownLanguage['programs'] = {
  input: { cell: 'yes', code: "console.log(require('fs').readFileSync(0, 'utf8').trim())", stdin: 'Ada', out: 'Ada\n' },
  packages: { cell: 'lodash, react', code: "console.log(require('lodash').sum([1, 2]))", out: '3\n' },
  tests: { cell: '`test` and `expect`', code: "test('adds', () => expect(1 + 1).toBe(2));", out: /1 passed/ },
  threads: { cell: 'no', code: "const { Worker } = require('worker_threads');", out: /worker_threads/ },
  exceptions: { ...EXCEPTION, code: "try { null.x } catch (error) { console.log('caught', error.name) }" },
};

const NO_SQL_TESTS = { cell: '–', code: 'SELECT 1;', out: '[["1"]]' };

/** Every language that browsers execute, in the order of the table. */
export const KNOWN_LANGUAGES: readonly KnownLanguage[] = [
  { label: 'JavaScript', language: 'javascript', programs: javascript },
  { label: 'TypeScript', language: 'typescript', programs: javascript },
  {
    label: 'Python',
    language: 'python',
    programs: {
      input: { cell: 'yes', code: 'print(input())', stdin: 'Ada', out: 'Ada\n' },
      packages: { cell: 'no, or the operator’s', code: 'import numpy', out: /^numpy is not here/ },
      tests: {
        cell: 'unittest, doctest, `test_` functions',
        code: lines(
          'import unittest',
          'class Sums(unittest.TestCase):',
          '    def test_two(self): pass',
          'unittest.main()',
        ),
        out: /Ran 1 test in .*\n\nOK\n/,
      },
      threads: {
        cell: 'one after another',
        code: lines(
          'from concurrent.futures import ThreadPoolExecutor',
          'with ThreadPoolExecutor(3) as pool:',
          '    print(sum(pool.map(lambda n: n * n, [1, 2, 3])))',
        ),
        out: '14\n',
      },
      exceptions: {
        ...EXCEPTION,
        code: lines(
          'import sys',
          'sys.setrecursionlimit(10**5)',
          'class Node:',
          '    def __init__(self, next): self.next = next',
          'def endless(n): return endless(n + 1)',
          'for _ in range(2):',
          '    try: endless(0)',
          '    except RecursionError: pass',
          'node = None',
          'for n in range(100_000): node = Node(node)',
          'node = None',
          "print('caught')",
        ),
      },
    },
  },
  {
    label: 'Ruby',
    language: 'ruby',
    programs: {
      input: { cell: 'yes', code: 'puts gets', stdin: 'Ada', out: 'Ada\n' },
      packages: {
        cell: 'Ruby’s, such as csv, prime, matrix',
        code: lines(
          ...['csv', 'prime', 'matrix', 'set'].map((name) => `require '${name}'`),
          'p CSV.parse("a,b"), Prime.first(2), Matrix[[2]].determinant, Set[1].size',
        ),
        out: '[["a", "b"]]\n[2, 3]\n2\n1\n',
      },
      tests: {
        cell: 'minitest, test/unit',
        code: lines(
          "require 'minitest/autorun'",
          'class SumTest < Minitest::Test',
          '  def test_adds = assert_equal(4, 2 + 2)',
          'end',
        ),
        out: /\n1 runs, 1 assertions, 0 failures, 0 errors, 0 skips\n$/,
      },
      threads: {
        cell: 'fibers: one runs until it waits',
        code: lines(
          'totals = Queue.new',
          '[1, 2, 3].map { |n| Thread.new { totals << n * n } }.each(&:join)',
          'puts totals.size.times.sum { totals.pop }',
          'few = SizedQueue.new(1)',
          'taker = Thread.new { while (n = few.pop) != :end do puts n end }',
          'giver = Thread.new { 2.times { |n| few << n }; few << :end }',
          '[taker, giver].each(&:join)',
        ),
        out: '14\n0\n1\n',
      },
      exceptions: { ...EXCEPTION, code: lines('def f = f', 'begin; f; rescue SystemStackError; puts "caught"; end') },
    },
  },
  {
    label: 'PHP',
    language: 'php',
    programs: {
      input: { cell: 'yes', code: '<?php echo fgets(STDIN);', stdin: 'Ada', out: 'Ada' },
      packages: {
        cell: 'PHP’s core, bcmath, mbstring',
        code: lines(
          '<?php',
          '$name = trim(fgets(STDIN));',
          "echo mb_strlen($name), ' ', mb_strtoupper(mb_substr($name, 0, 1)), ' ', implode(',', mb_str_split($name)), \"\\n\";",
          "echo mb_strtolower('ŁÓDŹ'), mb_strpos('żółw', 'ł'), mb_convert_case('éCOLE', MB_CASE_TITLE), mb_str_pad('ż', 3, 'ó', STR_PAD_BOTH);",
        ),
        stdin: 'żółw',
        out: '4 Ż ż,ó,ł,w\nłódź2Écoleóżó',
      },
      tests: { cell: 'assert', code: "<?php assert(1 + 1 === 2); echo 'passed';", out: 'passed' },
      threads: {
        cell: 'no',
        code: '<?php\n$fiber = new Fiber(fn () => 1);\n$fiber->start();',
        out: /^PHP here has no fibers/,
      },
      exceptions: { ...EXCEPTION, code: '<?php try { intdiv(1, 0); } catch (DivisionByZeroError) { echo "caught"; }' },
    },
  },
  {
    label: 'Lua',
    language: 'lua',
    programs: {
      input: { cell: 'yes', code: 'print(io.read())', stdin: 'Ada', out: 'Ada\n' },
      packages: { cell: 'no', code: "require 'socket'", out: /module 'socket' not found/ },
      tests: { cell: 'assert', code: "assert(1 + 1 == 2)\nprint('passed')", out: 'passed\n' },
      threads: { cell: 'coroutines', code: 'print(coroutine.wrap(function() coroutine.yield(1) end)())', out: '1\n' },
      exceptions: { ...EXCEPTION, code: "print(pcall(error, 'caught'))" },
    },
  },
  {
    label: 'C',
    language: 'c',
    programs: {
      input: {
        cell: 'yes',
        code: '#include <stdio.h>\nint main(void) { int n; scanf("%d", &n); printf("%d", n); }',
        stdin: '7',
        out: '7',
      },
      packages: {
        cell: 'no',
        code: '#include <openssl/ssl.h>\nint main(void) {}',
        out: /'openssl\/ssl.h' file not found/,
      },
      tests: {
        cell: 'assert.h',
        code: '#include <assert.h>\n#include <stdio.h>\nint main(void) { assert(1 + 1 == 2); puts("passed"); }',
        out: 'passed\n',
      },
      threads: {
        cell: 'no',
        code: '#include <assert.h>\n#include <pthread.h>\nstatic void *f(void *x) { return x; }\nint main(void) { pthread_t t; assert(pthread_create(&t, 0, f, 0) == 0); }',
        out: /pthread_create/,
      },
      exceptions: { cell: 'no `setjmp`', code: '#include <setjmp.h>\nint main(void) {}', out: /Setjmp/ },
    },
  },
  {
    label: 'C++',
    language: 'c++',
    programs: {
      input: {
        cell: 'yes',
        code: '#include <iostream>\nint main() { int n; std::cin >> n; std::cout << n; }',
        stdin: '7',
        out: '7',
      },
      packages: { cell: 'no', code: '#include <boost/any.hpp>\nint main() {}', out: /file not found/ },
      tests: {
        cell: 'cassert',
        code: '#include <cassert>\n#include <cstdio>\nint main() { assert(1 + 1 == 2); puts("passed"); }',
        out: 'passed\n',
      },
      threads: {
        cell: 'no',
        code: '#include <thread>\nint main() {\n  std::thread t([] {});\n  t.join();\n}',
        out: /^C\+\+ here has no threads\.$/,
      },
      exceptions: {
        cell: 'no',
        code: '#include <string>\nint main() {\n  try { return std::stoi("x"); } catch (...) {}\n}',
        out: /^C\+\+ here has no exceptions/,
      },
    },
  },
  {
    label: 'SQL (PostgreSQL)',
    language: 'sql',
    programs: {
      input: {
        cell: 'data set',
        code: 'SELECT n FROM one;',
        dataSet: 'CREATE TABLE one AS SELECT 7 AS n;',
        out: '[["7"]]',
      },
      packages: {
        cell: 'extensions of PostgreSQL',
        code: "CREATE EXTENSION citext;\nSELECT 'A'::citext = 'a';",
        out: 'CREATE EXTENSION\n[["t"]]',
      },
      tests: NO_SQL_TESTS,
      threads: NO_SQL_TESTS,
      exceptions: {
        cell: 'PL/pgSQL',
        code: "DO $$ BEGIN PERFORM 1 / 0; EXCEPTION WHEN division_by_zero THEN RAISE NOTICE 'caught'; END $$;",
        out: /caught/,
      },
    },
  },
  {
    label: 'SQL (SQLite)',
    language: 'sqlite',
    programs: {
      input: {
        cell: 'data set',
        code: 'SELECT n FROM one;',
        dataSet: 'CREATE TABLE one AS SELECT 7 AS n;',
        out: '[["7"]]',
      },
      packages: { cell: 'no', code: "SELECT load_extension('x');", out: /no such function/ },
      tests: NO_SQL_TESTS,
      threads: NO_SQL_TESTS,
      exceptions: NO_SQL_TESTS,
    },
  },
];

/** Returns the table as the documentation has it, without the blanks that align it. */
export function knownTable(): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['language', ...COLUMNS]),
    ...KNOWN_LANGUAGES.map(({ label, programs }) => row([label, ...COLUMNS.map((column) => programs[column].cell)])),
  ];
}
