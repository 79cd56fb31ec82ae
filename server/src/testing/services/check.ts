import { findPostgres, findRedis } from './binaries.ts';

// Exits with code 1 and a line for each service that the server's tests need and this machine cannot provide.
const missing = [
  !process.env['DATABASE_URL'] && !findPostgres() && 'Postgres',
  !process.env['REDIS_URL'] && !findRedis() && 'Redis',
].filter(Boolean);

for (const name of missing)
  process.stderr.write(`${String(name)} is not on this machine and could not be downloaded.\n`);
process.exitCode = missing.length > 0 ? 1 : 0;
