import type { Database } from '../../../platform/database/database.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { FrameBus } from '../../../platform/redis/frame-bus.ts';
import type { CompactionQueue } from '../log/compaction-queue.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { UpdateLog } from '../log/update-log.ts';

/** What an open document needs of its node. */
export interface DocumentHost {
  db: Database;
  log: UpdateLog;
  reader: LogReader;
  compactions: CompactionQueue;
  bus: FrameBus;
  metrics: Pick<Metrics, 'editToAck' | 'editToPeer'>;
  /** Closes a document that would block this node. */
  quarantine(interviewId: string): void;
}
