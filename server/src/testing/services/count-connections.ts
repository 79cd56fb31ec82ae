import { sql } from 'kysely';
import { openDatabase } from '../../platform/database/database.ts';

/** Returns the number of client connections of a Postgres, without its own. */
export async function countConnections(url: string): Promise<number> {
  const { db, close } = openDatabase({ databaseUrl: url, dataDir: '' }, console);
  try {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  } finally {
    await close();
  }
}
