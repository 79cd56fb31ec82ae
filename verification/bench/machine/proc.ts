import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts processor time in ticks of this many milliseconds. */
const TICK_MS = 10;

/** Processor time since boot, in milliseconds. */
export interface ProcessorTime {
  /** Of all cores. */
  idle: number;
  /** Taken by the host for other guests. */
  stolen: number;
}

interface Process {
  pid: number;
  parent: number;
  /** Time of the process, its threads and its reaped children, in milliseconds. */
  cpu: number;
}

/** Returns the processor time of a process's threads, in milliseconds with microsecond resolution. */
export function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => {
    const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return sum + Number(nanoseconds) / 1e6;
  }, 0);
}

/** Returns the resident memory of a process, in KB. */
export function residentKb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/**
 * Returns the processor time of the whole machine. The kernel samples busy time once a tick and misses work in step
 * with the ticks, such as a load generator's; idle time is exact.
 */
export function machineTime(): ProcessorTime {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [, , , idle = 0, waitingForDisk = 0, , , steal = 0] = line.trim().split(/\s+/).slice(1).map(Number);
  return { idle: (idle + waitingForDisk) * TICK_MS, stolen: steal * TICK_MS };
}

/** Returns the processor time of a process and all its descendants, in milliseconds. */
export function familyTime(root: number): number {
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []));
  const members = new Set([root]);
  for (let size = 0; size !== members.size;) {
    size = members.size;
    for (const { pid, parent } of processes) if (members.has(parent)) members.add(pid);
  }
  return processes.reduce((sum, { pid, cpu }) => (members.has(pid) ? sum + cpu : sum), 0);
}

function readProcess(pid: number): Process | [] {
  try {
    const { parent, own, ofChildren } = readStat(pid);
    return { pid, parent, cpu: own + ofChildren };
  } catch {
    // The process has exited.
    return [];
  }
}

function readStat(pid: number): { parent: number; own: number; ofChildren: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold spaces; after it come the state, the parent and, from the twelfth on, times.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, userOfChildren = 0, systemOfChildren = 0] = fields.slice(11, 15);
  return {
    parent: fields[1] ?? 0,
    own: (user + system) * TICK_MS,
    ofChildren: (userOfChildren + systemOfChildren) * TICK_MS,
  };
}
