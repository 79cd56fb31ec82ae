import { expect, test } from 'vitest';
import { positionAt, statementStart } from './position.ts';
import { tableText } from './result-table.ts';
import { splitStatements } from './split-statements.ts';

test('counts lines and columns from 1', () => {
  expect(positionAt('select\n  x', 0)).toEqual({ line: 1, column: 1 });
  expect(positionAt('select\n  x', 9)).toEqual({ line: 2, column: 3 });
});

test('finds the start of a statement behind blanks and comments', () => {
  const sql = 'a;\n-- one;\n/* two\n;*/ select 1';
  expect(sql.slice(statementStart(sql, 2))).toBe('select 1');
  expect(statementStart(sql, 0)).toBe(0);
});

test('keeps as many rows as fit, and counts them all', () => {
  const table = { columns: ['n'], rows: Array.from({ length: 100 }, (_row, index) => [String(index)]), total: 5_000 };
  const text = tableText(table, 200);
  expect(text.length).toBeLessThanOrEqual(200);
  const { rows, total } = JSON.parse(text) as typeof table;
  expect(total).toBe(5_000);
  expect(rows.length).toBeGreaterThan(15);
  expect(rows).toEqual(table.rows.slice(0, rows.length));
});

test.each([
  ['select 1; select 2', ['select 1;', 'select 2']],
  ["select ';' , e'\\';' ; select \"a;b\"", ["select ';' , e'\\';' ;", 'select "a;b"']],
  ['-- a;\nselect 1; /* ; /* ; */ ; */ select 2;', ['select 1;', 'select 2;']],
  ['do $x$ begin; end $x$; select $$;$$', ['do $x$ begin; end $x$;', 'select $$;$$']],
  [
    'create function f() returns int begin atomic select 1; end; select f()',
    ['create function f() returns int begin atomic select 1; end;', 'select f()'],
  ],
  ["select 'open; text", ["select 'open; text"]],
  [' ;; \n-- nothing', []],
])('splits %j into statements', (script, statements) => {
  const found = splitStatements(script);
  expect(found.map(({ sql }) => sql)).toEqual(statements);
  for (const { sql, start } of found) expect(script.startsWith(sql, start)).toBe(true);
});
