import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** How much the editor completes in an interview; a template without an own value takes the company's. */
export async function up(db: AnyDatabase): Promise<void> {
  for (const table of ['interviews', 'companies'])
    await db.schema
      .alterTable(table)
      .addColumn('completion', 'text', (c) =>
        c
          .notNull()
          .defaultTo('off')
          .check(sql`completion in ('off', 'words', 'full')`),
      )
      .execute();
  await db.schema
    .alterTable('interview_templates')
    .addColumn('completion', 'text', (c) => c.check(sql`completion in ('off', 'words', 'full')`))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const table of ['interviews', 'companies', 'interview_templates'])
    await db.schema.alterTable(table).dropColumn('completion').execute();
}
