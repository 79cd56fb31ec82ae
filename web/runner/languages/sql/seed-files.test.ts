import { expect, test, vi } from 'vitest';
import type { Host } from '../../worker/serve-programs.ts';
import { seedFiles } from './seed-files.ts';
import { failAt } from './sql-error.ts';

test('takes the files that create tables and rows, in their order', () => {
  const names = ['schema.sql', 'seed-2.sql', 'report.sql', 'db/Schema.sql', 'data.csv', 'seeds/all.sql', 'data.sql'];
  const files = names.map((name) => ({ name, content: '' }));
  expect(seedFiles(files).map(({ name }) => name)).toEqual(['seed-2.sql', 'db/Schema.sql', 'data.sql']);
});

test('names the file of an error', () => {
  const write = vi.fn<(stream: string, text: string) => void>();
  const end = vi.fn<Host['end']>();
  failAt({ output: { write }, end } as unknown as Host, 'SELECT 1;\nSELECT x;', 'no x', 10, 'schema.sql');
  expect(write).toHaveBeenCalledWith('err', 'Error in schema.sql, line 2: no x\n');
  const error = { name: 'Error', message: 'no x (schema.sql:2)', line: null, column: null };
  expect(end).toHaveBeenCalledWith({ exitCode: 1, error });
});
