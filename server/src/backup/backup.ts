import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { GENERATED_SECRETS } from '../platform/security/signing-secret.ts';
import { createLines, firstLine, type RowLine } from './format.ts';
import { listTables, readCounters, type BackedUpTable } from './tables.ts';

/** Rows read at a time: a row has up to 5 MB, and a batch must arrive within the timeout of a statement. */
const FETCH_BATCH = 20;
/** Readable by the operator only. */
const FILE_MODE = 0o600;

/**
 * Writes a consistent snapshot of the database, without the generated secrets, to a file while writes continue. The
 * file gets its name when it is complete and synced. `onSnapshot` receives the snapshot's id, or '' on the embedded
 * database.
 */
export async function backUp(
  db: Database,
  file: string,
  onSnapshot: (id: string) => Promise<void> = async () => {},
): Promise<void> {
  const unfinished = `${file}.${randomUUID().slice(0, 8)}.part`;
  try {
    await inSnapshot(db, async (snapshot) => {
      await onSnapshot(await exportSnapshot(snapshot));
      await pipeline(Readable.from(lines(snapshot)), createGzip(), createWriteStream(unfinished, { mode: FILE_MODE }));
    });
    await syncFile(unfinished);
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Runs `work` in a read-only snapshot of the database, without blocking writes. */
async function inSnapshot(db: Database, work: (snapshot: Database) => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`begin isolation level repeatable read read only`.execute(connection);
    try {
      // Text formats that every Postgres reads alike.
      for (const setting of ['datestyle = ISO', 'timezone = UTC', 'bytea_output = hex', 'extra_float_digits = 1'])
        await sql`set local ${sql.raw(setting)}`.execute(connection);
      await work(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

async function exportSnapshot(db: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(db);
  return rows[0]?.id ?? '';
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* lines(db: Database): AsyncGenerator<string> {
  const { text, end } = createLines();
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  yield text(firstLine(rows.map(({ name }) => name)));
  for (const table of await listTables(db)) {
    yield text({ table: table.name, columns: table.columns });
    for await (const some of rowsOf(db, table)) yield some.map((row) => text(row)).join('');
  }
  yield end(await readCounters(db));
}

/** With the generated secrets, the file alone could sign tokens and decrypt the secrets of two-step sign-in. */
const withoutSecrets = sql`key not in (${sql.join(GENERATED_SECRETS.map((key) => sql.lit(key)))})`;

async function* rowsOf(db: Database, { name, columns }: BackedUpTable): AsyncGenerator<RowLine[]> {
  const values = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text as ${sql.id(column.name)}`));
  await sql`declare backup no scroll cursor for select ${values} from ${sql.table(name)}
    where ${name === 'settings' ? withoutSecrets : sql`true`}`.execute(db);
  for (;;) {
    const { rows } = await sql<Record<string, string | null>>`fetch ${sql.lit(FETCH_BATCH)} from backup`.execute(db);
    if (rows.length > 0) yield rows.map((row) => columns.map(({ name: column }) => row[column] ?? null));
    if (rows.length < FETCH_BATCH) break;
  }
  await sql`close backup`.execute(db);
}
