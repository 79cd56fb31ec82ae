import { sql, type DeleteResult, type SelectQueryBuilder, type UpdateResult } from 'kysely';

// Ends of queries, for Kysely's `$call`.

/** Executes a query as a count of its rows. */
export async function countRows<DB, T extends keyof DB>(query: SelectQueryBuilder<DB, T, unknown>): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select(sql`count(*)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return count;
}

/** Executes an update or a deletion, and resolves to whether it changed a row. */
export async function hasChanged(query: {
  executeTakeFirstOrThrow(): Promise<UpdateResult | DeleteResult>;
}): Promise<boolean> {
  const result = await query.executeTakeFirstOrThrow();
  return ('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows) > 0n;
}

/** Executes a query, and resolves to whether it returned a row. */
export async function hasRow(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}
