import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/services/temporary-folder.ts';
import { OperatorError } from '../operator-error.ts';
import { folderError, openDataFolder } from './data-folder.ts';
import { openDatabase } from './database.ts';
import { waitForDatabase } from './wait-for-database.ts';

let folder: string;
let remove: () => void;
beforeEach(() => {
  ({ path: folder, remove } = temporaryFolder('cip-data-folder-'));
});
afterEach(() => remove());

test('names a file in place of the data folder', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');

  expect(() => openDataFolder(file)).toThrow(
    new OperatorError(`DATA_DIR ${file} cannot be used: a file is in the way at ${file}.`),
  );
  const below = join(file, 'data');
  expect(() => openDataFolder(below)).toThrow(
    new OperatorError(`DATA_DIR ${below} cannot be used: a file is in the way of ${below}.`),
  );
});

test('names the reason why the embedded database does not open', { tags: ['long'] }, async () => {
  writeFileSync(join(folder, 'postgres'), '');
  const settings = { databaseUrl: null, dataDir: folder };
  const { db } = openDatabase(settings, console);

  await expect(waitForDatabase(db, console, settings)).rejects.toThrow(
    new OperatorError(`DATA_DIR ${folder} cannot be used: a file is in the way of ${join(folder, 'postgres')}.`),
  );
});

test.each([
  ['EACCES', 'this user may not write /data/lock.pid'],
  ['EPERM', 'this user may not write /data/lock.pid'],
  ['EROFS', 'it is read-only at /data/lock.pid'],
  ['ENOSPC', 'no space is left for /data/lock.pid'],
])('explains that the system refuses the folder with %s', (code, words) => {
  const error = Object.assign(new Error(`${code}: stack`), { code, path: '/data/lock.pid' });

  expect(folderError('/data', error).message).toBe(`DATA_DIR /data cannot be used: ${words}.`);
});

test('uses a folder that exists', () => {
  mkdirSync(join(folder, 'data'));

  expect(() => openDataFolder(join(folder, 'data'))()).not.toThrow();
});
