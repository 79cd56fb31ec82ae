import { expect, test } from '../support/fixtures.ts';
import { REFUSED } from '../support/run-attempts.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';
import { createFile, join, log, runButton, startWith } from '../support/runs.ts';
import { expectCode, typeAtEnd } from '../support/steps.ts';
import { openWitness } from '../support/witness.ts';

test(
  'runs all files of a room, for both sides, and marks nothing for an error of another file',
  { tag: '@long' },
  async ({ laptop, phone }) => {
    const main = "const { total } = require('./shop');\nconsole.log(total(3));";
    const roomCode = await startWith(laptop, 'javascript', main);
    await join(phone, roomCode);
    await createFile(laptop, 'shop.js');
    await typeAtEnd(laptop, 'exports.total = (n) => n.cups * 2;');
    await runButton(laptop).click();
    await expect(log(laptop)).toContainText('NaN');
    await expect(laptop.getByText('of an earlier version')).toHaveCount(0);
    await phone.getByRole('tab', { name: 'Output' }).click();
    await expect(log(phone)).toContainText('NaN');

    await laptop.getByRole('tab', { name: 'shop.js' }).click();
    await typeAtEnd(laptop, "\nthrow new Error('broken');");
    await expect(laptop.getByText('of an earlier version')).toBeVisible();
    await runButton(laptop).click();
    await expect(log(laptop)).toContainText('shop.js:2:7');
    await expect(laptop.getByText(/^Error\b/).first()).toBeVisible();
    await expect(laptop.getByText(/^Error .*in line/)).toHaveCount(0);
    await laptop.getByRole('tab', { name: 'main.js' }).click();
    await expectCode(laptop, 'total(3)');
    await expect(laptop.locator('.squiggly-error')).toHaveCount(0);
  },
);

test.use({ expectedProblems: REFUSED });

/** A program of several files: what it prints, and the message of its error if a number in another file is wrong. */
interface Project {
  language: string;
  files: Record<string, string>;
  out: string;
  /** A change of one file that makes it fail, and the error's message. */
  wrong: [file: string, content: string, message: RegExp];
}

const PROJECTS: Project[] = [
  {
    language: 'python',
    files: {
      'main.py': "import csv\nfrom shop.price import total\nprint(total(csv.reader(open('data.csv'))))",
      'shop/price.py': 'def total(rows): return sum(int(n) for _, n in rows)',
      'data.csv': 'tea,3\ncoffee,4\n',
    },
    out: '7\n',
    wrong: ['shop/price.py', '\ndef total(rows): return 1 / 0', /^division by zero \(shop\/price\.py:2\)$/],
  },
  {
    language: 'javascript',
    files: {
      'main.js': "import { total } from './shop.ts';\nimport list from './list.json';\nconsole.log(await total(list));",
      'shop.ts':
        "import { sum } from 'lodash';\nexport const total = async (list: number[]): Promise<number> => sum(list);",
      'list.json': '[3, 4]',
    },
    out: '7\n',
    wrong: ['shop.ts', '\nexport const total = (list: any) => list.none.none;', /none.*\(shop\.ts:2\)$/],
  },
  {
    language: 'javascript',
    files: {
      'main.js':
        "const { total } = require('./lib');\nconst { readFileSync } = require('node:fs');\nconsole.log(total + Number(readFileSync('./tax.txt', 'utf8')));",
      'lib/index.js': 'exports.total = 4;',
      'tax.txt': '3',
    },
    out: '7\n',
    // The browser refuses it, and not the compiler.
    wrong: ['lib/index.js', 'let a = 1;\nlet a = 2;', /'a'.* \(lib\/index\.js:2\)$/],
  },
  {
    language: 'typescript',
    files: {
      'main.ts': "import { isEven, type Check } from './even';\nconst check: Check = isEven;\nconsole.log(check(4));",
      'even.ts':
        "import { isOdd } from './odd';\nexport type Check = (n: number) => boolean;\nexport const isEven: Check = (n) => n === 0 || isOdd(n - 1);",
      'odd.js': "const even = require('./even');\nexports.isOdd = (n) => n !== 0 && even.isEven(n - 1);",
    },
    out: 'true\n',
    wrong: ['odd.js', "\n\nthrow new Error('broken');", /^broken \(odd\.js:3\)$/],
  },
  {
    language: 'ruby',
    files: {
      'main.rb': "require_relative 'shop'\nrequire './lib/tax'\nputs price + TAX",
      'shop.rb': 'def price = 3',
      'lib/tax.rb': 'TAX = 4',
    },
    out: '7\n',
    wrong: ['shop.rb', "\ndef price = raise('broken')", /^broken \(shop\.rb:2\)$/],
  },
  {
    language: 'lua',
    files: {
      'main.lua':
        "local shop = require 'shop'\nlocal tax = require 'lib.tax'\nprint(shop.price() + tax + io.open('data.txt'):read('n'))\nfor line in io.lines('data.txt') do print(line) end",
      'shop.lua': 'return { price = function() return 3 end }',
      'lib/tax.lua': 'return 3',
      'data.txt': '1',
    },
    out: '7\n1\n',
    wrong: ['shop.lua', "return {\n price = function() error('broken') end }", /^broken \(shop\.lua:2\)$/],
  },
  {
    language: 'php',
    files: {
      'main.php': "<?php\nrequire 'shop.php';\nrequire __DIR__ . '/lib/tax.php';\necho price() + TAX, PHP_EOL;",
      'shop.php': '<?php\nfunction price() { return 3; }',
      'lib/tax.php': '<?php\nconst TAX = 4;',
    },
    out: '7\n',
    wrong: ['shop.php', "<?php\nfunction price() { throw new Exception('broken'); }", /^broken \(shop\.php:2\)$/],
  },
  {
    language: 'c',
    files: {
      'main.c':
        '#include <stdio.h>\n#include "lib/tax.h"\nint price(void);\nint main(void) { printf("%d\\n", price() + TAX); }',
      'shop.c': 'int price(void) { return 3; }',
      'lib/tax.h': '#define TAX 4',
    },
    out: '7\n',
    wrong: ['shop.c', '\nint price(void) { return x; }', /'x' \(shop\.c:2\)$/],
  },
  {
    language: 'c++',
    files: {
      'main.cpp': '#include "shop.hpp"\n#include <cstdio>\nint main() { std::printf("%d\\n", Shop().price()); }',
      'shop.hpp': '#pragma once\nstruct Shop { int price(); };',
      'shop.cpp': '#include "shop.hpp"\nint Shop::price() { return 7; }',
    },
    out: '7\n',
    wrong: ['shop.hpp', '#pragma once\nstruct Shop { int price() };', /\(shop\.hpp:2\)$/],
  },
];

for (const { language, files, out, wrong } of PROJECTS) {
  const [first = ''] = Object.keys(files);
  test(
    `${language} has the other files of a program, from ${first} with ${Object.keys(files)[1]}`,
    { tag: '@long' },
    async ({ page, baseURL }) => {
      const witness = await openWitness(baseURL ?? '');
      await page.goto(`${witness.origin}/privacy`);
      await openSandbox(page);
      const run = async (given: Record<string, string>) =>
        runProgram(page, {
          language,
          code: given[first] ?? '',
          files: Object.entries(given).map(([name, content]) => ({ name, content })),
        });
      expect(await run(files)).toMatchObject({ out, err: '', end: { reason: 'finished', error: null } });
      const [file, content, message] = wrong;
      const failed = await run({ ...files, [file]: content });
      expect(failed.end.error).toMatchObject({ message: expect.stringMatching(message), line: null, column: null });
      expect(failed.err).toContain(file);
      expect(failed.err).not.toContain(`/room/`);
      witness.close();
    },
  );
}

for (const language of ['sqlite', 'sql'])
  test(`${language} has the tables of other files`, { tag: '@long' }, async ({ page, baseURL }) => {
    const witness = await openWitness(baseURL ?? '');
    await page.goto(`${witness.origin}/privacy`);
    await openSandbox(page);
    const run = async (seed: string) => {
      const code = 'SELECT name FROM pets;';
      const files = [
        { name: 'report.sql', content: code },
        { name: 'schema.sql', content: 'CREATE TABLE pets (name text);' },
        { name: 'seed.sql', content: seed },
        { name: 'other.sql', content: 'nonsense' },
      ];
      return runProgram(page, { language, code, files });
    };
    const { tables, out, end } = await run("INSERT INTO pets VALUES ('Rex');");
    expect({ rows: tables.map(({ rows }) => rows), out, error: end.error }).toEqual({
      rows: [[['Rex']]],
      out: '',
      error: null,
    });
    const failed = await run('\nINSERT INTO cats VALUES (1);');
    expect(failed.err).toContain('Error in seed.sql, line 2: ');
    expect(failed.end.error).toMatchObject({ message: expect.stringMatching(/cats.* \(seed\.sql:2\)$/s), line: null });
    witness.close();
  });
