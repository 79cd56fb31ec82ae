import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { temporaryFolder } from './testing/services/temporary-folder.ts';
import { createTestDatabase } from './testing/databases/test-database.ts';
import { until } from './testing/until.ts';

/** Covers a start on a busy machine (ms). */
const START_WITHIN_MS = 60_000;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** Starts the server of a checkout, by default on a free port, and returns its output so far. */
async function startServer(checkout: string, settings: Record<string, string> = {}): Promise<() => string> {
  const { url, drop } = await createTestDatabase();
  undo.push(drop);
  const child: ChildProcess = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: checkout,
    env: { DATABASE_URL: url, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', ...settings },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  undo.push(() => child.kill('SIGKILL') && ended);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += String(text)));
  return () => output;
}

it(
  'starts and serves its pages from a folder whose path has a space and signs that URLs encode',
  { tags: ['long'], timeout: START_WITHIN_MS },
  async () => {
    const { path, remove } = temporaryFolder('cip main #1 100% ü ');
    undo.push(remove);
    for (const part of ['package.json', 'server/package.json', 'server/src', 'migrations'])
      cpSync(join(ROOT, part), join(path, part), { recursive: true, filter: (file) => !file.endsWith('.test.ts') });
    symlinkSync(join(ROOT, 'node_modules'), join(path, 'node_modules'));
    mkdirSync(join(path, 'web/dist'), { recursive: true });
    writeFileSync(join(path, 'web/dist/index.html'), 'The app');

    const output = await startServer(path);
    await until('the output', () => /^ {2}Ready|Error/m.test(output()), START_WITHIN_MS);
    expect(output()).toContain('  Ready in');
    const [, port] = /http:\/\/localhost:(\d+)/.exec(output()) ?? [];

    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('The app');
  },
);

it(
  'refuses an address that it cannot listen on in one line',
  { tags: ['long'], timeout: START_WITHIN_MS },
  async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    undo.push(() => taken.close());
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;

    const [inUse, foreign] = await Promise.all([
      startServer(ROOT, { PORT: String(port) }),
      startServer(ROOT, { HOST: '198.51.100.1' }),
    ]);
    const lines = (output: () => string) =>
      output()
        .replace(/^Opening.*\n/m, '')
        .split('\n');
    await until('both refusals', () => lines(inUse).length > 1 && lines(foreign).length > 1, START_WITHIN_MS);
    // Before the database, whose opening takes seconds.
    expect(inUse()).not.toContain('Opening the database');
    expect(lines(inUse)).toEqual([`Port ${port} is in use; set PORT to another one.`, '']);
    expect(lines(foreign)).toEqual(['HOST 198.51.100.1 is not an address of this machine.', '']);
  },
);

it(
  'warns in one line of a folder without a web app, and of a Redis that it cannot reach',
  { tags: ['long'], timeout: START_WITHIN_MS },
  async () => {
    const { path, remove } = temporaryFolder('cip-no-pages-');
    undo.push(remove);
    const redis = 'redis://somebody:canary-secret@127.0.0.1:1';

    const output = await startServer(ROOT, { WEB_DIR: path, REDIS_URL: redis, LOG_LEVEL: 'warn' });
    const lines = (about: string) =>
      output()
        .split('\n')
        .filter((line) => line.includes(about));
    await until('the start', () => /^ {2}Ready/m.test(output()) && lines('REDIS_URL').length > 0, START_WITHIN_MS);

    expect(lines('WEB_DIR')).toEqual([
      `WARNING: WEB_DIR ${path} has no index.html, so no page is found. Build the web app with npm run build, or set WEB_DIR to the folder of a built one.`,
    ]);
    expect(lines('REDIS_URL')).toEqual([
      expect.stringContaining('no connection to Redis at 127.0.0.1:1: ECONNREFUSED'),
    ]);
    expect(output()).not.toContain('canary-secret');
  },
);
