import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Database, Tables } from '../../platform/database/database.ts';

/** A query and how Postgres runs it. */
export interface QueryPlan {
  sql: string;
  /** The lines of `explain`. */
  plan: string;
}

/**
 * Runs `act` and returns the plans of its queries. Planner settings apply to all of them: with `enable_seqscan` off, a
 * sequential scan in a plan means that no index serves the query, however small the tables are.
 */
export async function explainQueries(
  connectionString: string,
  act: (db: Database) => Promise<unknown>,
  settings: Record<string, string> = {},
): Promise<QueryPlan[]> {
  const pool = new pg.Pool({ connectionString, max: 1 });
  const queries: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool });
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => void queries.push(query) });
  try {
    for (const [name, value] of Object.entries(settings))
      await pool.query('select set_config($1, $2, false)', [name, value]);
    await act(db);
    const plans = [];
    for (const { sql, parameters } of queries) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${sql}`, [...parameters]);
      plans.push({ sql, plan: rows.map((row) => row['QUERY PLAN']).join('\n') });
    }
    return plans;
  } finally {
    await db.destroy();
  }
}
