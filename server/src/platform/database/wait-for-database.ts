import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { toAppError } from '../../errors.ts';

/** How long a starting node waits for the database (ms). */
const WAIT_MS = 60_000;
const TRY_EVERY_MS = 500;

/** The database did not answer in time. The message is one line for the operator. */
export class DatabaseAwayError extends Error {}

/** Resolves when the database answers, which may be starting too. Throws errors other than a lost connection. */
export async function waitForDatabase(db: Database, log: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      await sql`select 1`.execute(db);
      return;
    } catch (error) {
      if (toAppError(error).code !== 'unavailable') throw error;
      if (Date.now() > deadline)
        throw new DatabaseAwayError(`The database did not answer for ${WAIT_MS / 1_000} seconds.`);
      if (attempt === 0) log.warn('waiting for the database');
      await sleep(TRY_EVERY_MS);
    }
  }
}
