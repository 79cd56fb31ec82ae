import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { toAppError } from '../../errors.ts';
import { OperatorError, reasonOf } from '../operator-error.ts';
import { folderError } from './data-folder.ts';

/** How long a starting node waits for the database (ms). */
const WAIT_MS = 60_000;
const TRY_EVERY_MS = 500;

/** The database did not answer in time. */
export class DatabaseAwayError extends OperatorError {}

/**
 * Resolves when the database answers, which may be starting too. Throws DatabaseAwayError if it does not answer in
 * time, and OperatorError if it refuses.
 */
export async function waitForDatabase(
  db: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      await sql`select 1`.execute(db);
      return;
    } catch (error) {
      if (databaseUrl === null) throw folderError(dataDir, error);
      const [place, reason] = [placeOf(databaseUrl), reasonOf(error)];
      if (toAppError(error).code !== 'unavailable')
        throw new OperatorError(`DATABASE_URL: the database at ${place} refused the connection: ${reason}.`);
      if (Date.now() > deadline)
        throw new DatabaseAwayError(
          `DATABASE_URL: the database at ${place} did not answer for ${WAIT_MS / 1_000} seconds: ${reason}.`,
        );
      if (attempt === 0) log.warn(`waiting for the database at ${place}: ${reason}`);
      await sleep(TRY_EVERY_MS);
    }
  }
}

/** Returns the host, port and name of a database, without user and password. */
function placeOf(databaseUrl: string): string {
  const { host, hostname, port, pathname, searchParams } = new URL(databaseUrl);
  const socket = searchParams.get('host');
  return `${socket ?? (port ? host : `${hostname}:5432`)}${pathname}`;
}
