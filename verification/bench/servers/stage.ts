import { startPostgres } from '../../../server/src/testing/services/postgres.ts';
import type { TestService } from '../../../server/src/testing/services/service.ts';
import type { Place } from '../load/protocols/protocol.ts';
import { CORE_OF_SERVER } from '../machine/cores.ts';
import { OWN, type Contender } from './contenders.ts';
import { Database } from './database.ts';
import { startInterviews } from './interviews.ts';
import { ServerProcess } from './server-process.ts';

/** What all tries share: a Postgres with nothing else in it, and every way to start a server. */
export class Stage {
  readonly database: Database;
  readonly #postgres: TestService;
  #roomsMade = 0;

  private constructor(postgres: TestService) {
    this.#postgres = postgres;
    this.database = new Database(postgres.url);
  }

  /** Brings a Postgres that keeps every commit, as production does, and is no longer new. */
  static async set(): Promise<Stage> {
    const stage = new Stage(await startPostgres({ durable: true }));
    await stage.database.breakIn();
    return stage;
  }

  /** Starts a server. This project's gets the database; `env` may add to its settings. */
  async start(
    contender: Contender,
    options: { core?: number | null; isCollectable?: boolean; env?: Record<string, string> } = {},
  ): Promise<ServerProcess> {
    const { core = CORE_OF_SERVER, isCollectable = false, env = {} } = options;
    const settings = { DATABASE_URL: this.#postgres.url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...env };
    return ServerProcess.start({
      file: contender.file,
      nodeFlags: contender.nodeFlags ?? [],
      core,
      isCollectable,
      ...(contender === OWN && { env: settings }),
    });
  }

  /** Places in fresh rooms, two in each; to be asked for before the server that is measured starts. */
  async places(contender: Contender, rooms: number): Promise<Place[]> {
    if (contender === OWN) return this.#startInterviews(rooms);
    return Array.from({ length: rooms }, () => `room-${this.#roomsMade++}`).flatMap((room) => [
      { room, role: 'writer' as const },
      { room, role: 'reader' as const },
    ]);
  }

  async clear(): Promise<void> {
    await this.database.close();
    await this.#postgres.stop();
  }

  // On a server of their own: thousands of requests before would be in the figures of the one that is measured.
  async #startInterviews(count: number): Promise<Place[]> {
    const server = await this.start(OWN, { core: null });
    try {
      await this.database.liftPlanLimits();
      return await startInterviews(server.url, count);
    } finally {
      await server.stop();
    }
  }
}
