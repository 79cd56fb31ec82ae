import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

const TABLES = ['interviews', 'interview_templates', 'companies'];

/** The aids that the candidate of an interview may use, and a line about them; null if there is no rule. */
export async function up(db: AnyDatabase): Promise<void> {
  for (const table of TABLES)
    await db.schema
      .alterTable(table)
      .addColumn('rule', 'jsonb', (c) =>
        c.check(sql`rule ->> 'tools' in ('no_ai', 'ai_elsewhere', 'any_tools') and octet_length(rule::text) <= 2000`),
      )
      .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const table of TABLES) await db.schema.alterTable(table).dropColumn('rule').execute();
}
