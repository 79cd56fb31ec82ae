import { execFile } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What a reader needs to know of a machine to compare; nothing that names it. */
export interface WebMachine {
  cores: number;
  cpu: string;
  memoryGb: number;
  platform: string;
  node: string;
  chromium: string;
}

/** Looks at the machine and its browser. */
export async function webMachine(chromium: string): Promise<WebMachine> {
  const { stdout } = await run(chromium, ['--version']);
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1e9),
    platform: `${process.platform}-${process.arch}`,
    node: process.versions.node,
    chromium: /\d+(\.\d+)*/.exec(stdout)?.[0] ?? 'unknown',
  };
}

/** Processes that wanted a core in the last minute, on average; much above nothing, and the figures say little. */
export function machineLoad(): number {
  return loadavg()[0] ?? NaN;
}
