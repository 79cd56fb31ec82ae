import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from './platform/database/database.ts';
import { migrateToLatest } from './platform/database/migrate.ts';
import { newEmail, newRoomCode, PASSWORD } from './testing/builders.ts';
import { createEmptyDatabase } from './testing/databases/test-database.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    // No git history.
    return '';
  }
}

/** Returns the newest earlier release whose files are in this clone. */
function previousRelease(): string | undefined {
  const here = git('rev-parse', 'HEAD');
  const tags = git('tag', '--sort=-creatordate').split('\n').filter(Boolean);
  return tags.find((tag) => {
    const commit = git('rev-parse', `${tag}^{commit}`);
    return commit !== '' && commit !== here && git('cat-file', '-t', `${commit}:server/src/main.ts`) === 'blob';
  });
}

const release = previousRelease();
const undo: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

/** Checks the release out into a folder, with this checkout's packages. */
async function checkOut(tag: string): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'cip-release-')), 'tree');
  undo.push(() => rm(join(folder, '..'), { recursive: true, force: true }));
  git('worktree', 'add', '--detach', folder, tag);
  undo.push(() => git('worktree', 'remove', '--force', folder));
  mkdirSync(join(folder, 'node_modules/@cip'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@cip') symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  for (const name of ['contracts', 'migrations', 'server', 'web'])
    symlinkSync(join(folder, name), join(folder, 'node_modules/@cip', name));
  if (existsSync(join(ROOT, 'server/node_modules')))
    symlinkSync(join(ROOT, 'server/node_modules'), join(folder, 'server/node_modules'));
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('A server that listens has an address.');
  return address.port;
}

async function startServer(folder: string, databaseUrl: string): Promise<string> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: folder,
    env: { DATABASE_URL: databaseUrl, PORT: String(port), HOST: '127.0.0.1', RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
    stdio: 'ignore',
  });
  undo.push(() => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return url;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The previous release did not start.');
}

async function post(url: string, body: object, token?: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

/** Runs a typical sequence of requests and returns their statuses. */
async function work(url: string): Promise<number[]> {
  const company = { name: 'Acme', email: newEmail(), password: PASSWORD, password_confirmation: PASSWORD };
  const headers = { 'content-type': 'application/json' };
  const registered = await fetch(`${url}/api/register`, { method: 'POST', headers, body: JSON.stringify(company) });
  const { token }: { token: string } = JSON.parse(await registered.text());
  const plans: { id: string; price: number }[] = JSON.parse(
    await (await fetch(`${url}/api/subscription-plans`)).text(),
  );
  const free = plans.find(({ price }) => price === 0);
  const room_code = newRoomCode();
  return [
    registered.status,
    await post(`${url}/api/subscriptions/subscribe`, { subscription_plan_id: free?.id }, token),
    await post(`${url}/api/interview-sessions/quick-start`, { room_code }, token),
    await post(`${url}/api/public/session/${room_code}/join`, { candidate_name: 'Ada' }),
    await post(`${url}/api/interview-sessions/end-by-room/${room_code}`, {}, token),
  ];
}

async function runOnNewSchema(tag: string): Promise<void> {
  const { url: databaseUrl, drop } = await createEmptyDatabase();
  undo.push(drop);
  const folder = await checkOut(tag);
  const running = await startServer(folder, databaseUrl);
  const worked = [201, 200, 201, 200, 200];
  expect(await work(running)).toEqual(worked);
  const { db, close } = openDatabase({ databaseUrl, dataDir: '' }, { error: () => {} });
  undo.push(close);
  await migrateToLatest(db);

  // A node of the old release during a rolling upgrade, and one after a rollback.
  expect(await work(running)).toEqual(worked);
  expect(await work(await startServer(folder, databaseUrl))).toEqual(worked);
}

it(`${release ? `the previous release ${release} runs` : 'no previous release can run'} on the new schema`, async () => {
  if (release) await runOnNewSchema(release);
  else expect(release).toBeUndefined();
}, 120_000);
