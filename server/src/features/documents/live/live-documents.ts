import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../../platform/database/database.ts';
import { FrameBus } from '../../../platform/redis/frame-bus.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { RedisConnections } from '../../../platform/redis/redis.ts';
import { replayDocument } from '../log/document-replay.ts';
import { isUnreadable, unreadable } from '../yjs/edit-errors.ts';
import { CompactionQueue } from '../log/compaction-queue.ts';
import { ReplayCache } from '../log/replay-cache.ts';
import { LiveDocument } from './live-document.ts';
import type { DocumentHost } from './document-host.ts';
import { LogReader } from '../log/log-reader.ts';
import { UpdateLog } from '../log/update-log.ts';
import { startJob, type Job } from '../../../platform/jobs.ts';

/** A document without readers stays open this long, for clients that reconnect (ms). */
const CLOSE_AFTER_MS = 60_000;

/** A document that could not be opened is not retried for this long (ms). */
const QUARANTINE_MS = 60_000;

/** Every document is compared with its log this often, because it may have missed an edit (ms). */
const RECONCILE_EVERY_MS = 60_000;
/** Interval between shares of the documents, so that a thousand of them do not query the database together (ms). */
const RECONCILE_TICK_MS = 500;

/** The parts of their node that documents need. */
interface DocumentNode {
  db: Database;
  /** For queries of one room. */
  roomDb: Database;
  /** For the appends, which must not wait behind other queries. */
  logDb: Database;
  redis: RedisConnections | null;
  metrics: Metrics;
  log: FastifyBaseLogger;
}

/** This node's documents: one replica per room, opened once even if many sockets request it together. */
export class LiveDocuments {
  readonly log: UpdateLog;
  /** For reads that need no sign-in. */
  readonly replayCache: ReplayCache;
  readonly #host: DocumentHost;
  readonly #compactions: CompactionQueue;
  readonly #bus: FrameBus;
  readonly #nodeLog: FastifyBaseLogger;
  readonly #opening = new Map<string, Promise<LiveDocument>>();
  readonly #opened = new Map<string, LiveDocument>();
  readonly #evictions = new Map<string, NodeJS.Timeout>();
  readonly #quarantined = new Set<string>();
  readonly #stopReconciling: () => Promise<void>;

  constructor({ db, roomDb, logDb, redis, metrics, log }: DocumentNode) {
    this.#nodeLog = log;
    this.log = new UpdateLog(logDb, log);
    this.replayCache = new ReplayCache(db);
    this.#bus = new FrameBus(redis, log);
    this.#compactions = new CompactionQueue((interviewId) => replayDocument(roomDb, interviewId));
    this.#host = {
      quarantine: (interviewId) => this.#quarantine(interviewId),
      log: this.log,
      reader: new LogReader(roomDb),
      compactions: this.#compactions,
      bus: this.#bus,
      metrics,
    };
    metrics.gauge('documents_open', 'Documents in memory', () => this.#opening.size);
    metrics.gauge('update_log_waiting', 'Edits that wait for the database', () => this.log.waitingCount);
    const lag = 'Age of the oldest edit that waits for the database';
    metrics.gauge('update_log_lag_seconds', lag, () => this.log.lagSeconds);
    // Only edits of other nodes can make a document differ from its log.
    this.#stopReconciling = redis ? startJob(reconcile(this.#opened), log).stop : async () => {};
  }

  /**
   * Returns the document, and opens it if needed; it stays open for a while. Rejects with `not_found` if there is none.
   */
  open(interviewId: string): Promise<LiveDocument> {
    const known = this.#opening.get(interviewId);
    // For callers who are no readers, such as a save: its edit must not meet the end of the timer.
    if (known && this.#evictions.has(interviewId)) this.release(interviewId);
    if (known) return known;
    if (this.#quarantined.has(interviewId)) return Promise.reject(unreadable());
    const document = LiveDocument.open(this.#host, interviewId);
    this.#opening.set(interviewId, document);
    // If a document could not be opened, the next caller retries.
    document.then(
      (live) => {
        // The document may have been dropped while it was opening.
        if (this.#opening.get(interviewId) === document) this.#opened.set(interviewId, live);
        this.release(interviewId);
      },
      (error) => {
        this.#opening.delete(interviewId);
        if (isUnreadable(error)) this.#quarantine(interviewId);
      },
    );
    return document;
  }

  /** Returns the document if it is open here; synchronous, so that events keep their order. */
  find(interviewId: string): LiveDocument | undefined {
    return this.#opened.get(interviewId);
  }

  /** While `isOn`, documents read the log as during an outage of Redis, because another node cannot send. */
  expectGaps(isOn: boolean): void {
    this.#bus.expectGaps(isOn);
  }

  /** Closes a document some time after its last reader left. */
  release(interviewId: string): void {
    this.#cancelEviction(interviewId);
    const evict = () => {
      if (this.#opened.get(interviewId)?.clientCount === 0) this.drop(interviewId);
    };
    this.#evictions.set(interviewId, setTimeout(evict, CLOSE_AFTER_MS));
  }

  /** Closes a document now, because its interview has ended. */
  drop(interviewId: string): void {
    this.#cancelEviction(interviewId);
    const document = this.#opening.get(interviewId);
    this.#opening.delete(interviewId);
    this.#opened.delete(interviewId);
    this.replayCache.delete(interviewId);
    void document?.then(
      (open) => open.close(),
      () => {},
    );
  }

  /** Appends the waiting edits and closes everything. */
  async close(): Promise<void> {
    await this.#stopReconciling();
    this.#compactions.close();
    await this.log.close();
    for (const interviewId of this.#opening.keys()) this.drop(interviewId);
    this.#bus.close();
  }

  #quarantine(interviewId: string): void {
    this.#quarantined.add(interviewId);
    setTimeout(() => this.#quarantined.delete(interviewId), QUARANTINE_MS).unref();
    this.#nodeLog.error({ interviewId }, 'a document costs too much to open');
    this.drop(interviewId);
  }

  #cancelEviction(interviewId: string): void {
    clearTimeout(this.#evictions.get(interviewId));
    this.#evictions.delete(interviewId);
  }
}

/** Compares each open document with its log every RECONCILE_EVERY_MS, a share of them at a time. */
function reconcile(opened: ReadonlyMap<string, LiveDocument>): Job {
  let waiting: LiveDocument[] = [];
  return {
    name: 'documents against their logs',
    everyMs: RECONCILE_TICK_MS,
    run() {
      if (waiting.length === 0) waiting = [...opened.values()];
      const share = Math.ceil((opened.size * RECONCILE_TICK_MS) / RECONCILE_EVERY_MS);
      for (const document of waiting.splice(0, share))
        if (opened.get(document.interviewId) === document) document.reconcile();
    },
  };
}
