import type { FastifyBaseLogger } from 'fastify';
import { isOutage } from '../errors.ts';

/** Work that a node repeats while it runs. */
export interface Job {
  /** Names the job in the log. */
  name: string;
  /** Time between two runs, in milliseconds. A run that takes longer delays the next. */
  everyMs: number;
  /** The first run comes at a random moment within this time, so that nodes started together do not run it together. */
  firstWithinMs?: number;
  run(): unknown;
}

/** Times of a job that runs each hour, and first within five minutes. */
export const HOURLY = { everyMs: 3_600_000, firstWithinMs: 300_000 };

export type JobLog = Pick<FastifyBaseLogger, 'warn'>;

/** A job that was started. */
export interface StartedJob {
  /** Runs the job now, unless it is running. */
  runNow: () => void;
  /** Stops the job. Resolves when its last run has ended. */
  stop: () => Promise<void>;
}

/** Starts a job, whose runs never overlap; if a run throws, that is logged. */
export function startJob(job: Job, log: JobLog): StartedJob {
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const runNow = () => {
    if (!isStopped) running ??= runOnce(job, log).finally(() => (running = null));
  };
  const tick = () => {
    timer = setTimeout(tick, job.everyMs).unref();
    runNow();
  };
  const { everyMs, firstWithinMs } = job;
  timer = setTimeout(tick, firstWithinMs === undefined ? everyMs : Math.random() * firstWithinMs).unref();
  return {
    runNow,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

async function runOnce({ name, run }: Job, log: JobLog): Promise<void> {
  try {
    await run();
  } catch (error) {
    // An outage of the database is logged where it is detected, and the next run comes soon.
    if (!isOutage(error)) log.warn({ err: error, job: name }, 'a job failed');
  }
}

/** The jobs of one node. */
export class Jobs {
  readonly #log: JobLog;
  readonly #jobs: Job[] = [];
  readonly #started: StartedJob[] = [];

  constructor(log: JobLog) {
    this.#log = log;
  }

  /** Adds a job, which starts with the others. */
  add(job: Job): void {
    this.#jobs.push(job);
  }

  start(): void {
    for (const job of this.#jobs) this.#started.push(startJob(job, this.#log));
  }

  /** Stops the jobs. Resolves when their last runs have ended. */
  async stop(): Promise<void> {
    await Promise.all(this.#started.map((job) => job.stop()));
  }
}
