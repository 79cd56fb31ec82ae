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

/** The open documents of this node. */
export interface LiveDocuments {
  readonly log: UpdateLog;
  /** For reads that need no sign-in. */
  readonly replayCache: ReplayCache;
  /** Returns the document, and opens it if needed. Rejects with `not_found` if there is none. */
  open(interviewId: string): Promise<LiveDocument>;
  /** Returns the document if it is open here; synchronous, so that events keep their order. */
  find(interviewId: string): LiveDocument | undefined;
  /** Closes a document some time after its last reader left. */
  release(interviewId: string): void;
  /** Closes a document now, because its interview has ended. */
  drop(interviewId: string): void;
  /** Appends the waiting edits and closes everything. */
  close(): Promise<void>;
}

/** Creates this node's documents: one replica per room, opened once even if many sockets request it together. */
export function openLiveDocuments(node: {
  db: Database;
  /** For queries of one room, because the append statements that all rooms share must not wait behind them. */
  roomDb: Database;
  redis: RedisConnections | null;
  metrics: Metrics;
  log: FastifyBaseLogger;
}): LiveDocuments {
  const log = new UpdateLog(node.db, node.log);
  const replayCache = new ReplayCache(node.db);
  const bus = new FrameBus(node.redis, node.log);
  const compactions = new CompactionQueue((interviewId) => replayDocument(node.roomDb, interviewId));
  const quarantined = new Set<string>();
  const quarantine = (interviewId: string) => {
    quarantined.add(interviewId);
    setTimeout(() => quarantined.delete(interviewId), QUARANTINE_MS).unref();
    node.log.error({ interviewId }, 'a document costs too much to open');
    drop(interviewId);
  };
  const reader = new LogReader(node.roomDb);
  const host = { quarantine, log, reader, compactions, bus, metrics: node.metrics };
  const opening = new Map<string, Promise<LiveDocument>>();
  const opened = new Map<string, LiveDocument>();
  node.metrics.gauge('documents_open', 'Documents in memory', () => opening.size);
  node.metrics.gauge('update_log_waiting', 'Edits that wait for the database', () => log.waitingCount);
  node.metrics.gauge(
    'update_log_lag_seconds',
    'Age of the oldest edit that waits for the database',
    () => log.lagSeconds,
  );
  const evictions = new Map<string, NodeJS.Timeout>();

  const cancelEviction = (interviewId: string) => {
    clearTimeout(evictions.get(interviewId));
    evictions.delete(interviewId);
  };
  const drop = (interviewId: string) => {
    cancelEviction(interviewId);
    const document = opening.get(interviewId);
    opening.delete(interviewId);
    opened.delete(interviewId);
    replayCache.delete(interviewId);
    void document?.then(
      (open) => open.close(),
      () => {},
    );
  };
  const release = (interviewId: string) => {
    cancelEviction(interviewId);
    const evict = () => {
      if (opened.get(interviewId)?.clientCount === 0) drop(interviewId);
    };
    evictions.set(interviewId, setTimeout(evict, CLOSE_AFTER_MS));
  };
  const open = (interviewId: string) => {
    const known = opening.get(interviewId);
    if (known) return known;
    if (quarantined.has(interviewId)) return Promise.reject(unreadable());
    const document = LiveDocument.open(host, interviewId);
    opening.set(interviewId, document);
    // If a document could not be opened, the next caller retries.
    document.then(
      (live) => {
        // The document may have been dropped while it was opening.
        if (opening.get(interviewId) === document) opened.set(interviewId, live);
        release(interviewId);
      },
      (error) => {
        opening.delete(interviewId);
        if (isUnreadable(error)) quarantine(interviewId);
      },
    );
    return document;
  };
  const find = (interviewId: string) => opened.get(interviewId);
  // Only edits of other nodes can make a document differ from its log.
  const stopReconciling = node.redis ? startJob(reconcile(opened), node.log).stop : async () => {};
  const close = async () => {
    await stopReconciling();
    compactions.close();
    await log.close();
    for (const interviewId of opening.keys()) drop(interviewId);
    bus.close();
  };
  return { log, replayCache, open, find, release, drop, close };
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
