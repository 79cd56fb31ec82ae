import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;

/**
 * Holds a lock file while `work` runs. Waits for another holder, and takes the lock from one that is dead.
 * A child process that does the work can be added as a second holder, so that it is waited for when it
 * outlives its parent.
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
  let told = false;
  writeFileSync(draft, identify(process.pid));
  try {
    while (!link(draft, path)) {
      const holders = read(path);
      if (holders.length > 0 && !holders.some(isAlive)) steal(path, holders);
      else {
        if (!told) process.stderr.write(`Waiting for another process that holds ${basename(path)}\n`);
        told = true;
        await sleep(POLL_MS);
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Linking a finished file is atomic: nobody ever sees a lock without its holder.
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
 * @param {string[]} dead the holders seen
 */
function steal(path, dead) {
  const stolen = `${path}.stolen.${process.pid}`;
  try {
    renameSync(path, stolen);
  } catch {
    return;
  }
  // Somebody else may have stolen it first and hold it by now: then it is put back.
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
 * A process id alone may have been given to another process since; on Linux its start time tells.
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
    // Dead, but its parent has not asked for its exit code yet.
    if (fields[0] === 'Z') return 'dead';
    return fields[19] ?? '';
  } catch {
    return '';
  }
}
