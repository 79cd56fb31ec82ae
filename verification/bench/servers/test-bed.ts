import { NODE_FLAGS, NODE_MEMORY } from '../../../scripts/node-flags.mjs';
import { startPostgres } from '../../../server/src/testing/services/postgres.ts';
import type { TestService } from '../../../server/src/testing/services/service.ts';
import type { Participant } from '../load/protocols/protocol.ts';
import { CORE_OF_SERVER } from '../machine/cores.ts';
import { OWN, type Contender } from './contenders.ts';
import { Database } from './database.ts';
import { startInterviews } from './interviews.ts';
import { ServerProcess } from './server-process.ts';

interface StartOptions {
  core?: number | null;
  isCollectable?: boolean;
  hasFlags?: boolean;
  env?: Record<string, string>;
}

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

  /**
   * Starts a server, with this product's Node.js flags and allocator settings or without; by default as in production:
   * this product with them, the others as documented. Every server gets the database's URL and the settings of `env`.
   */
  async start(contender: Contender, options: StartOptions = {}): Promise<ServerProcess> {
    const { core = CORE_OF_SERVER, isCollectable = false, hasFlags = contender === OWN, env = {} } = options;
    const settings = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
    return ServerProcess.start({
      file: contender.file,
      nodeFlags: hasFlags ? NODE_FLAGS : [],
      core,
      isCollectable,
      env: {
        ...(hasFlags && NODE_MEMORY),
        DATABASE_URL: this.#postgres.url,
        ...(contender === OWN && settings),
        ...env,
      },
    });
  }

  /**
   * Returns the participants of a number of new rooms, two each by default. Call it before the measured server starts.
   */
  async participants(contender: Contender, rooms: number, people = 2): Promise<Participant[]> {
    if (contender === OWN) return this.#startInterviews(rooms, people);
    return Array.from({ length: rooms }, () => `room-${this.#roomsCreated++}`).flatMap((room) => [
      { room, role: 'writer' as const },
      ...Array.from({ length: people - 1 }, () => ({ room, role: 'reader' as const })),
    ]);
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.#postgres.stop();
  }

  // On a separate server, because the set-up requests would distort the measured server's figures.
  async #startInterviews(count: number, people: number): Promise<Participant[]> {
    const server = await this.start(OWN, { core: null });
    try {
      await this.database.raisePlanLimits();
      return await startInterviews(server.url, count, people);
    } finally {
      await server.stop();
    }
  }
}
