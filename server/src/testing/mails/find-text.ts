import type { Redis } from 'ioredis';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/**
 * Returns the columns that contain a text, as `table.column`: looks through every column of every table that can hold
 * text or bytes, future tables included.
 */
export async function findTextInDatabase(db: Database, text: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`.execute(db);
  const found: string[] = [];
  for (const { table, column, type } of columns)
    if (await holds(db, table, column, type, text)) found.push(`${table}.${column}`);
  return found.toSorted();
}

async function holds(db: Database, table: string, column: string, type: string, text: string): Promise<boolean> {
  const value = sql.ref(column);
  const needle = Buffer.from(text);
  const condition =
    type === 'bytea' ? sql`position(${needle}::bytea in ${value}) > 0` : sql`position(${text} in ${value}::text) > 0`;
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${condition} limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns the Redis keys whose name or value contains a text, whatever the type of the value. */
export async function findTextInRedis(redis: Redis, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const key of await redis.keys('*')) if ((key + (await valueOf(redis, key))).includes(text)) found.push(key);
  return found.toSorted();
}

async function valueOf(redis: Redis, key: string): Promise<string> {
  const type = await redis.type(key);
  if (type === 'string') return String(await redis.get(key));
  if (type === 'hash') return JSON.stringify(await redis.hgetall(key));
  if (type === 'list') return JSON.stringify(await redis.lrange(key, 0, -1));
  if (type === 'set') return JSON.stringify(await redis.smembers(key));
  if (type === 'zset') return JSON.stringify(await redis.zrange(key, '0', '-1'));
  if (type === 'stream') return JSON.stringify(await redis.xrange(key, '-', '+'));
  if (type === 'none') return '';
  throw new Error(`Cannot read values of type ${type}.`);
}
