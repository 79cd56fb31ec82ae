import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { inPackage } from './packages.ts';

/** Removes the databases that only serve to create others: two thirds of the files. */
const WITHOUT_TEMPLATES = `
  update pg_database set datistemplate = false, datallowconn = true;
  drop database template0;
  drop database template1;
`;

/**
 * Returns the files of an empty PostgreSQL database as a compressed archive: a database starts from them in a tenth of
 * the time. It is created once per version, because its bytes differ each time.
 */
export async function postgresData(): Promise<Buffer> {
  const { version } = JSON.parse(readFileSync(inPackage('@electric-sql/pglite', 'package.json'), 'utf8')) as {
    version: string;
  };
  const kept = fileURLToPath(new URL(`../../node_modules/.cache/run/postgres-data-${version}.tar.gz`, import.meta.url));
  if (existsSync(kept)) return readFile(kept);
  const database = await PGlite.create();
  for (const statement of WITHOUT_TEMPLATES.split(';')) if (statement.trim() !== '') await database.exec(statement);
  await database.exec('checkpoint');
  const archive = await database.dumpDataDir('gzip');
  await database.close();
  const content = Buffer.from(await archive.arrayBuffer());
  await mkdir(dirname(kept), { recursive: true });
  await writeFile(kept, content);
  return content;
}
