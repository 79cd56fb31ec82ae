import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { isPinning } from './cores.ts';

/** Facts of a machine that readers need to compare figures; none identifies it. */
export interface MachineFacts {
  cores: number;
  cpu: string;
  memoryGb: number;
  platform: string;
  node: string;
  postgres: string;
  /** Median time to sync 8 KB to the disk, in milliseconds: a lower bound of durable acknowledgements. */
  diskSyncMs: number;
  pinned: boolean;
}

const SYNCS = 200;

/** Reads the machine's facts. Writes a small temporary file to time the disk. */
export function machineFacts(postgres: string): MachineFacts {
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1e9),
    platform: `${process.platform}-${process.arch}`,
    node: process.versions.node,
    postgres,
    diskSyncMs: diskSyncMs(),
    pinned: isPinning,
  };
}

function diskSyncMs(): number {
  const path = join(tmpdir(), `cip-bench-sync-${process.pid}`);
  const file = openSync(path, 'w');
  try {
    const page = Buffer.alloc(8_192, 1);
    const times = Array.from({ length: SYNCS }, () => {
      const from = performance.now();
      writeSync(file, page);
      fdatasyncSync(file);
      return performance.now() - from;
    });
    return times.toSorted((a, b) => a - b)[SYNCS / 2] ?? NaN;
  } finally {
    closeSync(file);
    rmSync(path);
  }
}
