import type { DocumentHost } from '../../features/documents/live/document-host.ts';
import { CompactionQueue } from '../../features/documents/log/compaction-queue.ts';
import { LogReader } from '../../features/documents/log/log-reader.ts';
import { FrameBus } from '../../platform/redis/frame-bus.ts';
import type { TestApp } from '../test-app.ts';

/** Returns a document's host on another node with the same database and log; `compacted` gets the compacted ids. */
export function documentHost(
  { ctx: { db, metrics, documents }, app }: TestApp,
  { bus = new FrameBus(null, app.log), compacted = [] }: { bus?: FrameBus; compacted?: string[] } = {},
): DocumentHost {
  return {
    metrics,
    log: documents.log,
    reader: new LogReader(db),
    bus,
    compactions: new CompactionQueue(async (id) => void compacted.push(id)),
    quarantine: () => {},
  };
}
