import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostgresPrograms } from './binaries.ts';
import { findPostgres } from './binaries.ts';
import { startService } from './child.ts';
import type { Owner } from './child.ts';
import type { TestService } from './service.ts';
import { serviceControls } from './service.ts';
import { folderInMemory, temporaryFolder } from './temporary-folder.ts';

const USER = 'postgres';
const SOCKET_PORT = '5432';

/** Settings that risk the last commits if Postgres or the machine fails; and a short log for the memory. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=128MB'];
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
 * Starts a Postgres with an empty cluster on a Unix socket in a temporary folder; several can run in parallel.
 * `durable` syncs every commit, as production does; without it the files are in memory, because a disk needs up to 0.4
 * s for the 900 files of a test's database. Throws if Postgres can neither be found nor downloaded.
 */
export async function startPostgres({ durable = false } = {}): Promise<TestService> {
  const programs = findPostgres();
  if (!programs) throw new Error('Postgres is not on this machine and could not be downloaded.');
  const owner = unprivilegedOwner();
  const { path: folder, remove } = temporaryFolder('cip-pg-', durable ? tmpdir() : folderInMemory());
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
    // Fast shutdown: closes connections and keeps commits.
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

/** Returns the connection URL. URL parsers require a host, but the socket's folder in the `host` parameter counts. */
function urlOf(folder: string): string {
  return `postgresql://${USER}@localhost:${SOCKET_PORT}/postgres?host=${encodeURIComponent(folder)}`;
}

/** Returns the user to run as: Postgres refuses root, so `postgres` or else `nobody`. */
function unprivilegedOwner(): Owner | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/etc/passwd')) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
