import { startPostgres } from '../../../server/src/testing/services/postgres.ts';
import type { TestService } from '../../../server/src/testing/services/service.ts';
import type { Participant } from '../load/protocols/protocol.ts';
import { CORE_OF_SERVER } from '../machine/cores.ts';
import { OWN, type Contender } from './contenders.ts';
import { Database } from './database.ts';
import { startInterviews } from './interviews.ts';
import { ServerProcess } from './server-process.ts';

/** The environment of all tries: an empty Postgres and a way to start each server. */
export class TestBed {
  readonly database: Database;
  readonly #postgres: TestService;
  #roomsCreated = 0;

  private constructor(postgres: TestService) {
    this.#postgres = postgres;
    this.database = new Database(postgres.url);
  }

  /** Starts a durable Postgres, as in production, with a preallocated log. */
  static async create(): Promise<TestBed> {
    const testBed = new TestBed(await startPostgres({ durable: true }));
    await testBed.database.preallocateWal();
    return testBed;
  }

  /** Starts a server. This project's server gets the database and the settings of `env`. */
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

  /** Returns two participants for each of a number of new rooms. Call it before the measured server starts. */
  async participants(contender: Contender, rooms: number): Promise<Participant[]> {
    if (contender === OWN) return this.#startInterviews(rooms);
    return Array.from({ length: rooms }, () => `room-${this.#roomsCreated++}`).flatMap((room) => [
      { room, role: 'writer' as const },
      { room, role: 'reader' as const },
    ]);
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.#postgres.stop();
  }

  // On a separate server: the set-up requests would distort the measured server's figures.
  async #startInterviews(count: number): Promise<Participant[]> {
    const server = await this.start(OWN, { core: null });
    try {
      await this.database.raisePlanLimits();
      return await startInterviews(server.url, count);
    } finally {
      await server.stop();
    }
  }
}
