import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inPackage } from './packages.ts';

const { version } = JSON.parse(readFileSync(inPackage('@electric-sql/pglite', 'package.json'), 'utf8')) as {
  version: string;
};

/** The archive of an empty PostgreSQL database, which create-empty-database.ts creates before a build. */
export const EMPTY_DATABASE = fileURLToPath(
  new URL(`../../node_modules/.cache/run/postgres-data-${version}.tar.gz`, import.meta.url),
);
