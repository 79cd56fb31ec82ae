import { type Kysely, sql } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/**
 * The files of an interview. Their texts are in its document, each under a fixed name, which stays a deleted file's.
 * The first file has a row once somebody named it.
 */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('interview_files')
    .addColumn('interview_id', 'uuid', (c) => c.notNull().references('interviews.id').onDelete('cascade'))
    .addColumn('root', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('op_id', 'text')
    .addColumn('created_by', 'uuid')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('deleted_at', 'timestamptz')
    .addPrimaryKeyConstraint('interview_files_pkey', ['interview_id', 'root'])
    .execute();
  await db.schema
    .alterTable('documents')
    .addColumn('files_allowed', 'boolean', (c) => c.notNull().defaultTo(true))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('documents').dropColumn('files_allowed').execute();
  await db.schema.dropTable('interview_files').execute();
}
