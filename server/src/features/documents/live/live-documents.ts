import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../../platform/database/database.ts';
import { FrameBus } from '../../../platform/redis/frame-bus.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { RedisConnections } from '../../../platform/redis/redis.ts';
import { replayDocument } from '../log/document-replay.ts';
import { isUnreadable, unreadable } from '../yjs/integration-budget.ts';
import { FoldQueue } from '../log/compaction-queue.ts';
import { KeptReplays } from '../log/replay-cache.ts';
import { LiveDocument } from './live-document.ts';
import { LogReader } from '../log/log-reader.ts';
import { UpdateLog } from '../log/update-log.ts';
import { startJob, type Job } from '../../../platform/jobs.ts';

/** A document nobody reads stays open this long, for those who come back, in milliseconds. */
const KEEP_OPEN_MS = 60_000;

/** A document that cannot be opened is not tried again for so long, in milliseconds. */
const QUARANTINE_MS = 60_000;

/** Every document is held against its log this often, should all else have missed something, in milliseconds. */
const RECONCILE_EVERY_MS = 60_000;
/** So that a thousand documents do not ask the database at the same moment. */
const RECONCILE_TICK_MS = 500;

/** The open documents of this node. */
export interface LiveDocuments {
  readonly log: UpdateLog;
  /** For readings that nobody has to sign in for. */
  readonly replays: KeptReplays;
  /** The open document, opened if need be. Throws `not_found` when there is none. */
  open(interviewId: string): Promise<LiveDocument>;
  /** The document if it is open here already; at once, so that events keep their order. */
  find(interviewId: string): LiveDocument | undefined;
  /** Lets a document go some time after its last reader left. */
  release(interviewId: string): void;
  /** Lets a document go now: its interview is over. */
  drop(interviewId: string): void;
  /** Writes what waits and closes everything. */
  close(): Promise<void>;
}

/** Makes the node's documents; one replica a room, opened once however many ask at the same time. */
export function openLiveDocuments(node: {
  db: Database;
  /** For what one room asks; edits of all rooms share statements, and do not wait behind one. */
  roomDb: Database;
  redis: RedisConnections | null;
  metrics: Metrics;
  log: FastifyBaseLogger;
}): LiveDocuments {
  const log = new UpdateLog(node.db, node.log);
  const replays = new KeptReplays(node.db);
  const bus = new FrameBus(node.redis, node.log);
  const folds = new FoldQueue((interviewId) => replayDocument(node.roomDb, interviewId));
  const quarantined = new Set<string>();
  const quarantine = (interviewId: string) => {
    quarantined.add(interviewId);
    setTimeout(() => quarantined.delete(interviewId), QUARANTINE_MS).unref();
    node.log.error({ interviewId }, 'a document costs too much to open');
    drop(interviewId);
  };
  const reader = new LogReader(node.roomDb);
  const host = { quarantine, db: node.roomDb, log, reader, folds, bus, metrics: node.metrics };
  const opening = new Map<string, Promise<LiveDocument>>();
  const opened = new Map<string, LiveDocument>();
  node.metrics.gauge('documents_open', 'Documents in memory', () => opening.size);
  node.metrics.gauge('update_log_waiting', 'Edits that wait for the database', () => log.waitingCount);
  node.metrics.gauge(
    'update_log_lag_seconds',
    'Age of the oldest edit that waits for the database',
    () => log.lagSeconds,
  );
  const leaving = new Map<string, NodeJS.Timeout>();

  const stay = (interviewId: string) => {
    clearTimeout(leaving.get(interviewId));
    leaving.delete(interviewId);
  };
  const drop = (interviewId: string) => {
    stay(interviewId);
    const document = opening.get(interviewId);
    opening.delete(interviewId);
    opened.delete(interviewId);
    replays.forget(interviewId);
    void document?.then(
      (open) => open.close(),
      () => {},
    );
  };
  const release = (interviewId: string) => {
    stay(interviewId);
    const evict = () => {
      if (opened.get(interviewId)?.readerCount === 0) drop(interviewId);
    };
    leaving.set(interviewId, setTimeout(evict, KEEP_OPEN_MS));
  };
  const open = (interviewId: string) => {
    const known = opening.get(interviewId);
    if (known) return known;
    if (quarantined.has(interviewId)) return Promise.reject(unreadable());
    const document = LiveDocument.open(host, interviewId);
    opening.set(interviewId, document);
    // A document that could not be opened is tried anew by the next who asks.
    document.then(
      (live) => {
        // It may have been let go while it was being opened.
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
  // Only other nodes can make a document differ from its log.
  const stopReconciling = node.redis ? startJob(reconcile(opened), node.log) : async () => {};
  const close = async () => {
    await stopReconciling();
    folds.close();
    await log.close();
    for (const interviewId of opening.keys()) drop(interviewId);
    bus.close();
  };
  return { log, replays, open, find, release, drop, close };
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
