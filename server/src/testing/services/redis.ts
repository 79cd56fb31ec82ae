import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findRedis } from './binaries.ts';
import { startService } from './child.ts';
import type { TestService } from './service.ts';
import { serviceControls } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * Starts a Redis without persistence on a Unix socket in a temporary folder; several can run in parallel. Throws if
 * redis-server can neither be found nor downloaded.
 */
export async function startRedis(): Promise<TestService> {
  const program = findRedis();
  if (!program) throw new Error('redis-server is not on this machine and could not be downloaded.');
  const { path: folder, remove } = temporaryFolder('cip-redis-');
  const socket = join(folder, 'redis.sock');
  const args = ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', folder];
  const start = () => {
    rmSync(socket, { force: true });
    return startService(program, args, {
      cwd: folder,
      owner: undefined,
      // Redis 7.0 and 7.2 capitalize it differently.
      isReady: (log) => /ready to accept connections/i.test(log),
    });
  };
  return serviceControls(`unix://${socket}`, await start(), { start, stopSignal: 'SIGTERM', remove });
}
