import pg from 'pg';

/** Write-ahead log to preallocate, in MB. */
const LOG_MB = 512;
const LOG_FILE_MB = 16;

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
