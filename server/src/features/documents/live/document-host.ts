import type { Metrics } from '../../../platform/metrics.ts';
import type { FrameBus } from '../../../platform/redis/frame-bus.ts';
import type { CompactionQueue } from '../log/compaction-queue.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { UpdateLog } from '../log/update-log.ts';

/** The services of the node that an open document needs. */
export interface DocumentHost {
  log: Pick<UpdateLog, 'append' | 'checkRoom' | 'flush'>;
  reader: Pick<LogReader, 'read' | 'readAlone' | 'awaitAppends' | 'replay' | 'listTexts'>;
  compactions: Pick<CompactionQueue, 'add'>;
  bus: Pick<FrameBus, 'listen' | 'leave' | 'publish'>;
  metrics: Record<'editToAck' | 'editToPeer', Pick<Metrics['editToAck'], 'observe'>>;
  /** Closes a document because it would block this node. */
  quarantine(interviewId: string): void;
}
