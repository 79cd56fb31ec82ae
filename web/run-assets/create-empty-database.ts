// Creates the archive of an empty PostgreSQL database if it is not there, because a database starts from it in a tenth
// of the time. It is created once per version, because its bytes differ each time, and in a process of its own, which
// needs 0.6 GB while the rest of the build needs 0.9.
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { EMPTY_DATABASE } from './empty-database.ts';

/** Removes the databases that only serve to create others: two thirds of the files. */
const WITHOUT_TEMPLATES = `
  update pg_database set datistemplate = false, datallowconn = true;
  drop database template0;
  drop database template1;
`;

if (!existsSync(EMPTY_DATABASE)) {
  const database = await PGlite.create();
  for (const statement of WITHOUT_TEMPLATES.split(';')) if (statement.trim() !== '') await database.exec(statement);
  await database.exec('checkpoint');
  const archive = await database.dumpDataDir('gzip');
  await database.close();
  await mkdir(dirname(EMPTY_DATABASE), { recursive: true });
  const part = `${EMPTY_DATABASE}.${process.pid}.part`;
  await writeFile(part, archive.stream());
  await rename(part, EMPTY_DATABASE);
}
