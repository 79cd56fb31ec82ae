import { findPostgres, findRedis } from './binaries.ts';

// Exit code 1 and a line for each service that the server's tests need and this machine cannot bring.
const missing = [
  !process.env['DATABASE_URL'] && !findPostgres() && 'Postgres',
  !process.env['REDIS_URL'] && !findRedis() && 'Redis',
].filter(Boolean);

for (const name of missing) process.stderr.write(`${String(name)} is neither on this machine nor can it be fetched.\n`);
process.exitCode = missing.length > 0 ? 1 : 0;
