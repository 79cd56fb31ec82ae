import { expect, test } from 'vitest';
import { threadTime } from '../../../testing/thread-time.ts';
import { SAMPLE_SHOP } from './sample-shop.ts';
import { parseSchema } from './schema.ts';

test('reads tables and columns, without constraints, comments and strings', () => {
  const sql = `
    -- create table nothing (id int);
    CREATE TABLE IF NOT EXISTS "my table" (
      id INTEGER PRIMARY KEY, price NUMERIC(8, 2) NOT NULL DEFAULT (1 + 2), note TEXT DEFAULT 'a, (b',
      PRIMARY KEY (id, price), CONSTRAINT positive CHECK (price > 0)
    );
    INSERT INTO x VALUES ('create table no (id int)');
    create temporary table app.plain(a int references b (c));`;
  expect(parseSchema(sql)).toEqual([
    {
      name: 'my table',
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'price', type: 'numeric(8, 2)' },
        { name: 'note', type: 'text' },
      ],
    },
    { name: 'app.plain', columns: [{ name: 'a', type: 'int' }] },
  ]);
});

test('reads SQL without tables, and SQL that breaks off', () => {
  expect(parseSchema('SELECT 1')).toEqual([]);
  expect(parseSchema('CREATE TABLE a (b INT, c')).toEqual([
    {
      name: 'a',
      columns: [
        { name: 'b', type: 'int' },
        { name: 'c', type: '' },
      ],
    },
  ]);
});

test('takes linear time for text that nearly matches', () => {
  const startedAt = threadTime();
  parseSchema(`CREATE TABLE ${'a'.repeat(60_000)}`);
  parseSchema(`${'create table '.repeat(5_000)}`);
  parseSchema(`CREATE TABLE a (${'x not '.repeat(10_000)})`);
  expect(threadTime() - startedAt).toBeLessThan(500);
});

test('reads the four tables of the sample shop', () => {
  expect(parseSchema(SAMPLE_SHOP.sql).map(({ name, columns }) => `${name} ${columns.length}`)).toEqual([
    'customers 4',
    'products 4',
    'orders 4',
    'order_lines 3',
  ]);
});
