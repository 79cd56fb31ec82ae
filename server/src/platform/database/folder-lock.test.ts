import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/services/temporary-folder.ts';
import { FolderInUseError, lockFolder } from './folder-lock.ts';

const LOCK = new URL('folder-lock.ts', import.meta.url).href;
const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));

let folder: string;
let remove: () => void;
const children: ChildProcess[] = [];
beforeEach(() => {
  ({ path: folder, remove } = temporaryFolder('cip-lock-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  remove();
});

/** Starts another process that locks the folder. */
async function holder(): Promise<ChildProcess> {
  const script = `const { lockFolder } = await import(${JSON.stringify(LOCK)});
    lockFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

test('refuses a folder that another node uses, with a one-line message', { tags: ['long'] }, async () => {
  const { pid } = await holder();
  const env = { DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', NODE_ENV: 'test' };
  const node = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(node);
  let output = '';
  node.stderr.on('data', (part: Buffer) => (output += part.toString()));
  const [exitCode] = await once(node, 'close');
  expect(exitCode).toBe(1);
  const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('WARNING'));
  expect(lines).toEqual([
    `The data folder ${folder} is in use by process ${pid}, which holds ${join(folder, 'lock.pid')}. Several nodes need DATABASE_URL and REDIS_URL.`,
  ]);
});

test('replaces the lock of a dead process', async () => {
  const child = await holder();
  expect(() => lockFolder(folder)).toThrow(FolderInUseError);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const giveBack = lockFolder(folder);
  giveBack();
  expect(existsSync(join(folder, 'lock.pid'))).toBe(false);
});

test.runIf(process.platform === 'linux')(
  'replaces the lock of a dead process whose id another process has',
  { tags: ['long'] },
  async () => {
    const { pid } = await holder();
    const file = join(folder, 'lock.pid');
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${pid} \\d+$`));
    writeFileSync(file, `${pid} 1`);
    lockFolder(folder)();
    expect(existsSync(file)).toBe(false);
  },
);

test(
  'refuses the lock of a live process by the previous release, which has no start time',
  { tags: ['long'] },
  async () => {
    const { pid } = await holder();
    writeFileSync(join(folder, 'lock.pid'), String(pid));
    expect(() => lockFolder(folder)).toThrow(FolderInUseError);
  },
);
