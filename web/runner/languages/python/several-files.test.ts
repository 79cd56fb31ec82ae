import { beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetFiles } from './testing/forget-files.ts';
import { runInPython, startPython, type Python } from './testing/python-in-tests.ts';

let python: Python;
beforeAll(async () => {
  python = await startPython();
}, 60_000);
beforeEach(() => forgetFiles(python));

/** Runs the first of these files. */
function run(files: Record<string, string>) {
  const [[, source] = ['', '']] = Object.entries(files);
  return runInPython(python, { source, files });
}

test.each([
  ['a module', { 'main.py': 'from shop import price\nprint(price())', 'shop.py': 'def price(): return 3' }, '3\n'],
  [
    'a package in a folder',
    {
      'main.py': 'import shop.tax as tax\nfrom shop import NAME\nprint(NAME, tax.RATE)',
      'shop/__init__.py': "NAME = 'Shop'",
      'shop/tax.py': 'from . import NAME\nRATE = len(NAME)',
    },
    'Shop 4\n',
  ],
  [
    'data files',
    {
      'app.py': "import csv\nprint(list(csv.reader(open('data/prices.csv'))), __file__)",
      'data/prices.csv': 'tea,3\ncoffee,4\n',
    },
    "[['tea', '3'], ['coffee', '4']] app.py\n",
  ],
  [
    'a module with the name of one of Python’s',
    { 'main.py': 'import queue\nprint(queue.NAME)', 'queue.py': "NAME = 'own'" },
    'own\n',
  ],
  [
    'a folder of data with the name of one of Python’s modules',
    { 'main.py': "import json\nprint(json.load(open('json/a.json')))", 'json/a.json': '[1]' },
    '[1]\n',
  ],
  [
    'a file that it writes',
    { 'main.py': "open('b.txt', 'w').write('hi')\nprint(open('b.txt').read())", a: '' },
    'hi\n',
  ],
])('has %s', async (_kind, files, out) => {
  expect(await run(files)).toEqual({ out, error: null });
});

test('names the file of an error, and its lines', async () => {
  const { out, error } = await run({
    'main.py': 'from shop.price import half\n\nprint(half(0))\n',
    'shop/price.py': 'def half(n):\n    return 1 / n\n',
  });
  expect(out).toBe(
    [
      'Traceback (most recent call last):',
      '  File "main.py", line 3, in <module>',
      '    print(half(0))',
      '          ~~~~^^^',
      '  File "shop/price.py", line 2, in half',
      '    return 1 / n',
      '           ~~^~~',
      'ZeroDivisionError: division by zero',
      '',
    ].join('\n'),
  );
  expect(error).toEqual({
    name: 'ZeroDivisionError',
    message: 'division by zero (shop/price.py:2)',
    line: null,
    column: null,
  });
});

test('places an error of the first file in its line', async () => {
  const { error } = await run({ 'app.py': 'import shop\nshop.missing()', 'shop.py': '' });
  expect(error).toMatchObject({ name: 'AttributeError', line: 2, column: 1 });
});

test('names the file of wrong syntax, also as the cause of another error', async () => {
  const wrong = { 'shop.py': 'def price(:\n    pass\n' };
  const { out, error } = await run({ 'main.py': 'import shop', ...wrong });
  expect(out).toContain('  File "main.py", line 1, in <module>\n    import shop\n  File "shop.py", line 1\n');
  expect(error).toMatchObject({ name: 'SyntaxError', message: 'invalid syntax (shop.py:1)', line: null });
  const chained = await run({
    'main.py': "try:\n    import shop\nexcept SyntaxError as error:\n    raise ValueError('no shop') from error\n",
    ...wrong,
  });
  expect(chained.out).toContain('File "shop.py", line 1\n');
  expect(chained.out).not.toContain('/room/');
  expect(chained.error).toMatchObject({ name: 'ValueError', message: 'no shop', line: 4 });
});
