import type { FastifyBaseLogger } from 'fastify';
import { isOutage } from '../errors.ts';

/** Work that a node repeats while it runs. */
export interface Job {
  /** Names the job in the log. */
  name: string;
  /** Time between two runs, in milliseconds. A run that takes longer delays the next. */
  everyMs: number;
  /** The first run comes at a random moment within this time, so that nodes started together take turns. */
  firstWithinMs?: number;
  run(): unknown;
}

type Log = Pick<FastifyBaseLogger, 'warn'>;

/** Starts a job. Returns a function that stops it and resolves when its last run has ended. */
export function startJob(job: Job, log: Log): () => Promise<void> {
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout;
  const tick = () => {
    timer = setTimeout(tick, job.everyMs).unref();
    running ??= runOnce(job, log).finally(() => (running = null));
  };
  const { everyMs, firstWithinMs } = job;
  timer = setTimeout(tick, firstWithinMs === undefined ? everyMs : Math.random() * firstWithinMs).unref();
  return async () => {
    clearTimeout(timer);
    await running;
  };
}

async function runOnce({ name, run }: Job, log: Log): Promise<void> {
  try {
    await run();
  } catch (error) {
    // The next run comes soon; a database that is away is logged where it is found.
    if (!isOutage(error)) log.warn({ err: error, job: name }, 'a job failed');
  }
}

/** The jobs of one node. */
export class Jobs {
  readonly #log: Log;
  readonly #jobs: Job[] = [];
  readonly #stops: (() => Promise<void>)[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  /** Adds a job, which starts with the others. */
  add(job: Job): void {
    this.#jobs.push(job);
  }

  start(): void {
    for (const job of this.#jobs) this.#stops.push(startJob(job, this.#log));
  }

  /** Stops the jobs. Resolves when their last runs have ended. */
  async stop(): Promise<void> {
    await Promise.all(this.#stops.map((stop) => stop()));
  }
}
