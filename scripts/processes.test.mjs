import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { pathFromRoot } from './paths.mjs';
import { run, runTogether } from './processes.mjs';

const here = { cwd: pathFromRoot('.'), env: process.env };

/**
 * @param {string} source
 * @returns {[string, string[]]}
 */
const node = (source) => [process.execPath, ['-e', source]];

it('returns the exit code of the command', async () => {
  expect(await run(...node('process.exit(7)'), here)).toBe(7);
});

it('returns 128 plus the signal number, as a shell does', async () => {
  expect(await run(...node('process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 5000)'), here)).toBe(143);
});

it('names the likely reason when the system kills the command', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);

  expect(await run(...node('process.kill(process.pid, "SIGKILL"); setTimeout(() => {}, 5000)'), here)).toBe(137);

  expect(write).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('memory ran out'));
  write.mockRestore();
});

it('rejects when the command does not exist', async () => {
  await expect(run('no-such-command', [], here)).rejects.toThrow('ENOENT');
});

it('stops the other commands when one exits', async () => {
  expect(await runTogether([node('setTimeout(() => {}, 60_000)'), node('process.exit(3)')], here)).toBe(3);
});

it('forwards a signal once and waits until the child exits', async () => {
  const child = `let n = 0; process.on('SIGTERM', () => { n++; setTimeout(() => process.exit(40 + n), 200); });
    console.log('ready'); setTimeout(() => {}, 60_000);`;
  const source = `
    import { run } from ${JSON.stringify(pathFromRoot('scripts/processes.mjs'))};
    process.exitCode = await run(process.execPath, ['-e', ${JSON.stringify(child)}], { cwd: '.', env: process.env });`;
  const wrapper = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => wrapper.stdout.once('data', resolve));
  wrapper.kill('SIGTERM');
  wrapper.kill('SIGTERM');
  expect(await new Promise((resolve) => wrapper.once('exit', resolve))).toBe(41);
});

it.runIf(process.platform === 'linux')('stops the command when the parent is killed', async () => {
  const source = `
    import { run } from ${JSON.stringify(pathFromRoot('scripts/processes.mjs'))};
    await run(process.execPath, ['-e', 'console.log(process.pid); setTimeout(() => {}, 60_000)'],
      { cwd: '.', env: process.env, endWithParent: true });`;
  // Like npm: a shell between the killed process and this one.
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise((resolve) => shell.stdout.once('data', (data) => resolve(Number(data))));
  shell.kill('SIGKILL');
  await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false);
});

/** @param {number} pid */
function isRunning(pid) {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
