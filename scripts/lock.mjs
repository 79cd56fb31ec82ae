import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;

/**
 * Holds a lock file while `work` runs. Waits for a live holder and takes the lock from a dead one. `work` may add a
 * child process as a second holder, so that others also wait for a child that outlives its parent.
 * @template T
 * @param {string} path
 * @param {(addHolder: (pid: number) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  await acquire(path);
  const holders = [identify(process.pid)];
  try {
    return await work((pid) => {
      holders.push(identify(pid));
      write(path, holders);
    });
  } finally {
    rmSync(path, { force: true });
  }
}

/** @param {string} path */
async function acquire(path) {
  const draft = `${path}.${process.pid}`;
  let isAnnounced = false;
  writeFileSync(draft, identify(process.pid));
  try {
    while (!link(draft, path)) {
      const holders = read(path);
      if (holders.length > 0 && !holders.some(isAlive)) steal(path, holders);
      else {
        if (!isAnnounced) process.stderr.write(`Waiting for another process that holds ${basename(path)}\n`);
        isAnnounced = true;
        await sleep(POLL_MS);
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Creates the lock by linking a finished file, which is atomic, so that a lock always contains its holder.
 * @param {string} from
 * @param {string} to
 */
function link(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * @param {string} path
 * @param {string[]} dead the dead holders that were read
 */
function steal(path, dead) {
  const stolen = `${path}.stolen.${process.pid}`;
  try {
    renameSync(path, stolen);
  } catch {
    return;
  }
  // Another process may have stolen it first and hold it now: put it back.
  if (read(stolen).join() !== dead.join()) link(stolen, path);
  rmSync(stolen, { force: true });
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function read(path) {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/**
 * @param {string} path
 * @param {string[]} holders
 */
function write(path, holders) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, holders.join('\n'));
  renameSync(draft, path);
}

/**
 * A process id can be reused, but on Linux the start time distinguishes the processes.
 * @param {number} pid
 */
function identify(pid) {
  return `${pid} ${startTime(pid)}`;
}

/** @param {string} holder */
function isAlive(holder) {
  const [pid, startedAt] = holder.split(' ');
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return startTime(Number(pid)) === startedAt;
}

/** @param {number} pid */
function startTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie: its parent has not read the exit code yet.
    if (fields[0] === 'Z') return 'dead';
    return fields[19] ?? '';
  } catch {
    return '';
  }
}
