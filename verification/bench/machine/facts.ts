import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { isPinning } from './cores.ts';

/** What a reader needs to know of a machine to compare; nothing that names it. */
export interface MachineFacts {
  cores: number;
  cpu: string;
  memoryGb: number;
  platform: string;
  node: string;
  postgres: string;
  /** Median time to bring 8 KB safely to the disk, in milliseconds: no durable acknowledgement is faster. */
  diskSyncMs: number;
  pinned: boolean;
}

const SYNCS = 200;

/** Looks at the machine. Writes a small file for a moment to time the disk. */
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
