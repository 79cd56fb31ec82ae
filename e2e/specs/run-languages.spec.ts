import { CODE_MAX } from '@cip/contracts/rooms/text-limits';
import { expect, test } from '../support/fixtures.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/privacy');
  await openSandbox(page);
});

test(
  'runs JavaScript, which prints, reads its input, stops at its first error, and waits for timers and promises',
  { tag: '@long' },
  async ({ page }) => {
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
    const talk = "alert('Hello');\nalert(7);\nconsole.log(prompt('Name? '));";
    expect((await runProgram(page, { language, code: talk, stdin: 'Ada' })).out).toBe('Hello\n7\nName? Ada\n');
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

    // It throws a syntax error when it runs, and has a word of modules: it runs once.
    const thrown = "async () => await 1;\nconsole.log('once');\nJSON.parse('{');";
    expect(await runProgram(page, { language, code: thrown })).toMatchObject({
      out: 'once\n',
      end: { reason: 'failed', error: { name: 'SyntaxError', line: 3 } },
    });

    const timers = "setTimeout(() => console.log('later'), 60);\nPromise.resolve().then(() => console.log('soon'));";
    expect(await runProgram(page, { language, code: timers })).toMatchObject({
      out: 'soon\nlater\n',
      end: { reason: 'finished' },
    });
    const module = 'const five = await Promise.resolve(5);\nconsole.log(five);\nexport const unused = 1;';
    expect(await runProgram(page, { language, code: module })).toMatchObject({
      out: '5\n',
      end: { reason: 'finished' },
    });
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
  },
);

test('runs TypeScript without its types and keeps its lines', { tag: '@long' }, async ({ page }) => {
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
    limitMs: 2_000,
  });
  expect(endless).toMatchObject({ out: '0\n', end: { reason: 'time_limit' } });
});

test('shows a table for each result of SQLite, and places its errors', { tag: '@long' }, async ({ page }) => {
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

test('shows what each statement of PostgreSQL returns, from the data set on', { tag: '@long' }, async ({ page }) => {
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

test(
  'runs what people paste from psql and sqlite3, and refuses commands of theirs',
  { tag: '@long' },
  async ({ page }) => {
    const pets = 'CREATE TABLE pets (id int, name text);\nCOPY pets (id, name) FROM stdin;\n1\tRex\n2\tMia\n\\.\n';
    const count = 'SELECT count(*) FROM pets;';
    const two = [{ columns: ['count'], rows: [['2']], total: 1 }];
    const language = 'sql';
    expect(await runProgram(page, { language, code: pets + count })).toMatchObject({
      out: 'CREATE TABLE\nCOPY 2\n',
      tables: two,
      end: { reason: 'finished' },
    });
    expect((await runProgram(page, { language, dataSet: pets, code: count })).tables).toEqual(two);

    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const orders = [
      'CREATE EXTENSION IF NOT EXISTS "uuid-ossp";',
      'CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuid_generate_v4(), n int);',
      'INSERT INTO orders (n) VALUES (1);',
      'SELECT length(id::text) AS letters FROM orders;',
      'CREATE EXTENSION pgcrypto; CREATE EXTENSION citext; CREATE EXTENSION hstore; CREATE EXTENSION pg_trgm;',
      'CREATE EXTENSION unaccent; CREATE EXTENSION fuzzystrmatch; CREATE EXTENSION earthdistance CASCADE;',
      "SELECT encode(digest('a', 'sha1'), 'hex'), 'A'::citext = 'a', ('a=>1'::hstore) -> 'a', similarity('word', 'words') > 0.5, unaccent('Zoë'), levenshtein('a', 'b');",
    ].join('\n');
    const run = await runProgram(page, { language, code: orders });
    expect(run.end).toMatchObject({ reason: 'finished', error: null });
    expect(run.tables.map(({ rows }) => rows)).toEqual([
      [['36']],
      [['86f7e437faa5a7fce15d1ddcb9eaeaea377667b8', 't', '1', 't', 'Zoe', '1']],
    ]);
    expect(requests.filter((path) => path.includes('uuid-ossp'))).toHaveLength(1);
    expect(requests.filter((path) => path.includes('hstore'))).toHaveLength(1);
    expect(requests.filter((path) => path.includes('tablefunc'))).toHaveLength(0);
    const unknown = await runProgram(page, { language, code: 'SELECT 1;\nCREATE EXTENSION postgis;' });
    expect(unknown.end.error).toMatchObject({ line: 2 });
    expect(unknown.end.error?.message).toMatch(
      /^There is no extension "postgis" here\. There are: .*citext, .*uuid-ossp\.$/,
    );

    const psql = await runProgram(page, { language, code: 'SELECT 1;\n\\dt\nSELECT 2;' });
    expect(psql.tables).toHaveLength(1);
    expect(psql.end.error).toMatchObject({ line: 2, column: 1 });
    expect(psql.end.error?.message).toMatch(/^\\dt is a command of psql, not SQL\. In SQL: SELECT table_name/);
    expect((await runProgram(page, { language, code: 'SELECT 1;' })).end.reason).toBe('finished');
    const shell = await runProgram(page, { language: 'sqlite', code: 'select 1;\n.tables\nselect 2;' });
    expect(shell.tables).toHaveLength(1);
    expect(shell.end.error).toMatchObject({ line: 2, column: 1 });
    expect(shell.end.error?.message).toMatch(/^\.tables is a command of sqlite3, not SQL\. In SQL: SELECT name/);
  },
);
