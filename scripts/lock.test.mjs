import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { withLock } from './lock.mjs';
import { pathFromRoot } from './paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cip-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('runs the work of one process at a time', async () => {
  const lock = join(folder, 'turns.lock');
  const log = join(folder, 'turns.log');
  writeFileSync(log, '');
  const workers = Array.from({ length: 4 }, () => holder(lock, `append(${JSON.stringify(log)})`));
  expect(await Promise.all(workers.map(({ exit }) => exit))).toEqual([0, 0, 0, 0]);
  expect(readFileSync(log, 'utf8')).toBe('in out '.repeat(4));
  expect(readdirSync(folder).filter((name) => name.startsWith('turns.lock'))).toEqual([]);
});

it('takes the lock from a process that was killed', async () => {
  const lock = join(folder, 'killed.lock');
  const victim = holder(lock, 'sleep(60_000)');
  await victim.holds;
  victim.child.kill('SIGKILL');
  await victim.exit;
  expect(await withLock(lock, async () => 'mine')).toBe('mine');
});

it('waits for a child process that outlives its killed parent', async () => {
  const lock = join(folder, 'outlived.lock');
  const work = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'inherit', 'inherit'] });
  const victim = holder(lock, `(addHolder(${work.pid}), sleep(60_000))`);
  await victim.holds;
  victim.child.kill('SIGKILL');
  await victim.exit;
  const lockComes = withLock(lock, async () => 'lock');
  expect(await Promise.race([lockComes, sleep(600, 'still waiting')])).toBe('still waiting');
  work.stdin.end();
  expect(await lockComes).toBe('lock');
});

it('ignores a holder whose process id was reused', async () => {
  const lock = join(folder, 'reused.lock');
  writeFileSync(lock, `${process.pid} 1`);
  const taken = withLock(lock, async () => 'mine');
  expect(await Promise.race([taken, sleep(3_000, 'still waiting')])).toBe(
    process.platform === 'linux' ? 'mine' : 'still waiting',
  );
});

/**
 * Starts a process that works under the lock.
 * @param {string} lock
 * @param {string} work an expression; may use append, sleep and addHolder
 */
function holder(lock, work) {
  const source = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { withLock } from ${JSON.stringify(pathFromRoot('scripts/lock.mjs'))};
    const append = async (log) => {
      appendFileSync(log, 'in ');
      await sleep(50);
      appendFileSync(log, 'out ');
    };
    await withLock(${JSON.stringify(lock)}, async (addHolder) => {
      const done = ${work};
      console.log('holds');
      await done;
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const holds = new Promise((resolve) => child.stdout.once('data', resolve));
  const exit = new Promise((resolve) => child.once('exit', resolve));
  return { child, holds, exit };
}
