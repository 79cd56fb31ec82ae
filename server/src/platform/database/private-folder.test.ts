import { chmodSync, chownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/services/temporary-folder.ts';
import { openDatabase } from './database.ts';
import { OperatorError } from '../operator-error.ts';
import { makeOwnFolderPrivate, makePrivateFolder } from './private-folder.ts';

let folder: string;
let remove: () => void;
beforeEach(() => {
  ({ path: folder, remove } = temporaryFolder('cip-private-'));
});
afterEach(() => remove());

const modeOf = (path: string) => statSync(path).mode & 0o777;

test(
  'keeps other users out of the folders of the embedded database, new and existing ones',
  { tags: ['long'] },
  async () => {
    const dataDir = join(folder, 'new', 'data');
    const paths = [dataDir, join(dataDir, 'postgres')];
    const start = async () => {
      const { db, close } = openDatabase({ databaseUrl: null, dataDir }, { error: () => {} });
      await sql`select 1`.execute(db);
      await close();
    };
    await start();
    expect(paths.map((path) => modeOf(path))).toEqual([0o700, 0o700]);
    for (const path of paths) chmodSync(path, 0o777);
    await start();
    expect(paths.map((path) => modeOf(path))).toEqual([0o700, 0o700]);
  },
);

test('creates a folder that only its user reads', () => {
  makePrivateFolder(join(folder, 'outbox'));
  expect(modeOf(join(folder, 'outbox'))).toBe(0o700);
});

test.runIf(process.getuid?.() === 0)('refuses a private folder of another user, and leaves a volume as it is', () => {
  chmodSync(folder, 0o755);
  chownSync(folder, 65_534, 65_534);
  expect(() => makePrivateFolder(folder)).toThrow(OperatorError);
  makeOwnFolderPrivate(folder);
  expect(modeOf(folder)).toBe(0o755);
});
