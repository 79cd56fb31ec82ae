import pg from 'pg';

/** What the log of a database takes before it goes on in its old files, in MB. */
const LOG_MB = 512;
const LOG_FILE_MB = 16;

/** The benchmark's own database, for what no door of the product is meant for. */
export class Database {
  readonly #pool: pg.Pool;

  constructor(connectionString: string) {
    this.#pool = new pg.Pool({ connectionString, max: 1 });
    // The server's stop ends idle connections; the next query opens another.
    this.#pool.on('error', () => {});
  }

  /** The version of the server. */
  async version(): Promise<string> {
    const { rows } = await this.#pool.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version.split(' ')[0] ?? 'unknown';
  }

  /** Lets one company run any number of interviews. Every start of the product sets the plans again. */
  async liftPlanLimits(): Promise<void> {
    await this.#pool.query('update plans set max_concurrent_sessions = 100000, max_interviews_per_month = 100000');
  }

  /**
   * Makes a new database like one that has run for a while, whose log goes on in the files of before. In a new one each
   * 16 MB bring a new file, which takes every commit 20 ms.
   */
  async breakIn(): Promise<void> {
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

  /** Makes the log of rooms an hour older, as if it had been typed at a person's speed. */
  async age(rooms: string[]): Promise<void> {
    await this.#pool.query(
      `update document_updates set at = at - interval '1 hour'
       where interview_id in (select id from interviews where room_code = any($1))`,
      [rooms],
    );
  }

  /** How many rows of a room's log are in no snapshot. */
  async unfoldedRows(room: string): Promise<number> {
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
