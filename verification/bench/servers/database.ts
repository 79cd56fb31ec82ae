import { DEFAULT_LANGUAGE } from '@cip/contracts/rooms/documents';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import pg from 'pg';
import { SEED_OP_ID, SEED_UPDATE } from '../../../server/src/features/documents/log/seed.ts';

/** Write-ahead log to preallocate, in MB. */
const LOG_MB = 512;
const LOG_FILE_MB = 16;

/** Rows of the update log, the bytes of their updates, and of the table with its indexes. */
export interface LogSize {
  rows: number;
  updateBytes: number;
  tableBytes: number;
}

/** Direct access to the benchmark's database, for tasks that the API does not offer. */
export class Database {
  readonly #pool: pg.Pool;

  constructor(connectionString: string) {
    this.#pool = new pg.Pool({ connectionString, max: 1 });
    // Stopping the server closes idle connections; the next query opens a new one.
    this.#pool.on('error', () => {});
  }

  /** Returns the version of Postgres. */
  async version(): Promise<string> {
    const { rows } = await this.#pool.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version.split(' ')[0] ?? 'unknown';
  }

  /** Raises the plan limits. Every start of the product resets the plans. */
  async raisePlanLimits(): Promise<void> {
    await this.#pool.query('update plans set max_concurrent_sessions = 100000, max_interviews_per_month = 100000');
  }

  /**
   * Preallocates the write-ahead log, as in a database that has run for a while. In a new database every 16 MB of log
   * create a file, which delays a commit by 20 ms.
   */
  async preallocateWal(): Promise<void> {
    await this.#pool.query(`alter system set min_wal_size = '${LOG_MB}MB'`);
    await this.#pool.query('select pg_reload_conf()');
    await this.#pool.query('create table scratch (row text)');
    for (let written = 0; written < LOG_MB; written += LOG_FILE_MB) {
      await this.#pool.query(`insert into scratch values ('something to write')`);
      await this.#pool.query('select pg_switch_wal()');
    }
    await this.#pool.query('drop table scratch');
    await this.#pool.query('checkpoint');
    await this.#pool.query('checkpoint');
  }

  /** Adds companies, each with `interviews` active interviews of the last year with their documents. */
  async seedCompanies(count: number, interviews: number): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string }>(
      `insert into companies (name, email)
       select 'Seeded', 'seeded-' || gen_random_uuid() || '@example.com' from generate_series(1, $1) returning id`,
      [count],
    );
    await this.seedInterviews(
      rows.map(({ id }) => id),
      interviews,
    );
  }

  /** Adds active interviews of the last year with their documents to each of these companies. */
  async seedInterviews(companies: string[], interviews: number): Promise<void> {
    await this.#pool.query(
      `with added as (
         insert into interviews (company_id, interviewer_id, interviewer_name, room_code, status, started_at, created_at)
         select company.id, (select id from users where company_id = company.id limit 1), 'Bench',
           'seeded-' || gen_random_uuid(), 'active', now(), now() - random() * interval '1 year'
         from unnest($1::uuid[]) as company (id), generate_series(1, $2)
         returning id
       ), documented as (
         insert into documents (interview_id, language, snapshot, saved_text) select id, $3, $4, $5 from added
       )
       insert into document_updates (interview_id, op_id, bytes, at)
       select id, $6, $4, now() - interval '1 hour' from added`,
      [companies, interviews, DEFAULT_LANGUAGE, SEED_UPDATE, DEFAULT_CODE, SEED_OP_ID],
    );
    await this.#pool.query('vacuum analyze');
  }

  /** Returns the id of the company that registered last. */
  async newestCompany(): Promise<string> {
    const { rows } = await this.#pool.query<{ id: string }>(
      'select id from companies order by created_at desc limit 1',
    );
    return rows[0]?.id ?? '';
  }

  async countInterviews(): Promise<number> {
    const { rows } = await this.#pool.query<{ count: string }>('select count(*) from interviews');
    return Number(rows[0]?.count);
  }

  /** Returns an interview with its room code and company. */
  async anyInterview(): Promise<{ company: string; interview: string; room: string }> {
    const { rows } = await this.#pool.query<{ company: string; interview: string; room: string }>(
      'select company_id as company, id as interview, room_code as room from interviews limit 1',
    );
    if (!rows[0]) throw new Error('There is no interview.');
    return rows[0];
  }

  /** Returns the size of tables and indexes of interviews and documents without their logs, in bytes. */
  async interviewBytes(): Promise<number> {
    const { rows } = await this.#pool.query<{ bytes: string }>(
      `select pg_total_relation_size('interviews') + pg_total_relation_size('documents') as bytes`,
    );
    return Number(rows[0]?.bytes);
  }

  /** Returns the size of the update log. */
  async logSize(): Promise<LogSize> {
    // Ageing leaves dead rows, which a log does not have if it is only appended to.
    await this.#pool.query('vacuum full document_updates');
    const { rows } = await this.#pool.query<Record<keyof LogSize, string>>(
      `select count(*) as rows, coalesce(sum(octet_length(bytes)), 0) as "updateBytes",
         pg_total_relation_size('document_updates') as "tableBytes"
       from document_updates`,
    );
    const { rows: count, updateBytes, tableBytes } = rows[0] ?? {};
    return { rows: Number(count), updateBytes: Number(updateBytes), tableBytes: Number(tableBytes) };
  }

  /** Returns the size of a room's compacted document, in bytes. */
  async snapshotBytes(room: string): Promise<number> {
    const { rows } = await this.#pool.query<{ bytes: number }>(
      `select octet_length(snapshot) as bytes from documents
       where interview_id = (select id from interviews where room_code = $1)`,
      [room],
    );
    return rows[0]?.bytes ?? NaN;
  }

  /** Returns room codes of a company, in random order. */
  async roomCodes(company: string, limit: number): Promise<string[]> {
    const { rows } = await this.#pool.query<{ room_code: string }>(
      'select room_code from interviews where company_id = $1 order by random() limit $2',
      [company, limit],
    );
    return rows.map(({ room_code }) => room_code);
  }

  /** Removes all candidates, so that the next joins find rooms without any. */
  async removeCandidates(): Promise<void> {
    await this.#pool.query('truncate candidates cascade');
    await this.#pool.query('update interviews set candidate_name = null where candidate_name is not null');
    await this.#pool.query('vacuum interviews');
  }

  /** Makes the log of rooms an hour older, as if typed at human speed. */
  async age(rooms: string[]): Promise<void> {
    await this.#pool.query(
      `update document_updates set at = at - interval '1 hour'
       where interview_id in (select id from interviews where room_code = any($1))`,
      [rooms],
    );
  }

  /** Returns the number of log rows after a room's snapshot. */
  async uncompactedRows(room: string): Promise<number> {
    const { rows } = await this.#pool.query<{ count: string }>(
      `select count(*) from document_updates u
       join documents d using (interview_id) join interviews i on i.id = d.interview_id
       where i.room_code = $1 and u.id > d.through_id`,
      [room],
    );
    return Number(rows[0]?.count);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
