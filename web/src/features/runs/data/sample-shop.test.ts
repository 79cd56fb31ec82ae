import initSqlite from '@sqlite.org/sqlite-wasm';
import { DataSet } from '@cip/contracts/runs/runs';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { SAMPLE_SHOP } from './sample-shop.ts';

const QUESTION = `SELECT c.name, SUM(l.quantity * p.price) AS spent
FROM customers c
JOIN orders o ON o.customer_id = c.id
JOIN order_lines l ON l.order_id = o.id
JOIN products p ON p.id = l.product_id
GROUP BY c.name ORDER BY spent DESC LIMIT 1`;

test('fits the bounds of a data set', () => {
  expect(Value.Check(DataSet, SAMPLE_SHOP)).toBe(true);
});

test('answers a question over all tables in SQLite', async () => {
  const { oo1 } = await initSqlite();
  const sqlite = new oo1.DB(':memory:');
  sqlite.exec(SAMPLE_SHOP.sql);
  const [row] = sqlite.selectArrays(QUESTION);
  sqlite.close();
  expect(row).toEqual(['Ada Lovelace', 299.3]);
});
