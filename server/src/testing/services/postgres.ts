import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresPrograms } from './binaries.ts';
import { findPostgres } from './binaries.ts';
import { startService } from './child.ts';
import type { Owner } from './child.ts';
import type { TestService } from './service.ts';
import { serviceControls } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

const USER = 'postgres';
const SOCKET_PORT = '5432';

/** Without these a commit may be lost when the machine fails, not when Postgres does. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const COMMON = [
  'listen_addresses=',
  `port=${SOCKET_PORT}`,
  'max_connections=300',
  'shared_buffers=64MB',
  'autovacuum_naptime=10min',
  'timezone=UTC',
  'logging_collector=off',
  'jit=off',
];

/**
 * Starts a Postgres of its own with fresh data on a Unix socket in a temporary folder; several may run side by
 * side. `durable` keeps every commit as production does, for crash tests. Throws when this machine has none and
 * none can be fetched.
 */
export async function startPostgres({ durable = false } = {}): Promise<TestService> {
  const programs = findPostgres();
  if (!programs) throw new Error('No Postgres on this machine, and none could be fetched.');
  const owner = unprivilegedOwner();
  const { path: folder, remove } = temporaryFolder('cip-pg-');
  if (owner) chownSync(folder, owner.uid, owner.gid);
  createCluster(programs, folder, owner);
  const settings = [...COMMON, `unix_socket_directories=${folder}`, ...(durable ? [] : FAST)];
  const args = ['-D', join(folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])];
  const start = () =>
    startService(programs.postgres, args, {
      cwd: folder,
      owner,
      isReady: (log) => log.includes('ready to accept connections'),
    });
  return serviceControls(urlOf(folder), await start(), {
    start,
    // Fast shutdown: connections are cut, nothing committed is lost.
    stopSignal: 'SIGINT',
    remove,
  });
}

function createCluster({ initdb }: PostgresPrograms, folder: string, owner: Owner | undefined): void {
  const args = ['-D', join(folder, 'data'), '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(initdb.path, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', ...initdb.env },
    stdio: 'pipe',
    ...owner,
  });
}

/** A URL parser refuses a user without a host, so it names one; the socket's folder in `host` is what counts. */
function urlOf(folder: string): string {
  return `postgresql://${USER}@localhost:${SOCKET_PORT}/postgres?host=${encodeURIComponent(folder)}`;
}

/** Postgres refuses to run as root: then it runs as the user `postgres`, else `nobody`. */
function unprivilegedOwner(): Owner | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/etc/passwd')) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
