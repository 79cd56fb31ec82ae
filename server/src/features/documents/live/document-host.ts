import type { Database } from '../../../platform/database/database.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { FrameBus } from '../../../platform/redis/frame-bus.ts';
import type { CompactionQueue } from '../log/compaction-queue.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { UpdateLog } from '../log/update-log.ts';

/** The services of the node that an open document needs. */
export interface DocumentHost {
  db: Database;
  log: UpdateLog;
  reader: LogReader;
  compactions: CompactionQueue;
  bus: FrameBus;
  metrics: Pick<Metrics, 'editToAck' | 'editToPeer'>;
  /** Closes a document because it would block this node. */
  quarantine(interviewId: string): void;
}
