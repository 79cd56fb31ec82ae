import { execFile } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Facts of a machine that readers need to compare figures; none identifies it. */
export interface WebMachine {
  cores: number;
  cpu: string;
  memoryGb: number;
  platform: string;
  node: string;
  chromium: string;
}

/** Reads the facts of the machine and its browser. */
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

/** Returns the load average of the last minute; figures are unreliable if it is well above zero. */
export function machineLoad(): number {
  return loadavg()[0] ?? NaN;
}
