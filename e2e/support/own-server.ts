import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The longest start of a server (ms). */
const READY_WITHIN_MS = 60_000;

/** A test's own server, with data and an origin that survive restarts. */
export interface OwnServer {
  readonly origin: string;
  /** Its data folder; emails are in the folder `outbox`. */
  readonly dataFolder: string;
  /** The folder of its web app. */
  readonly web: string;
  /** Kills the process, like a power cut. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** Starts a server for one test, with settings of its own. Rejects if it is not ready within a minute. */
export async function startOwnServer(settings: Record<string, string> = {}): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cip-own-'));
  let running = await launch({ E2E_FOLDER: folder, PORT: '0', ...settings });
  const { port } = running;
  const kill = async () => {
    if (running.child.exitCode !== null || running.child.signalCode !== null) return;
    const gone = once(running.child, 'exit');
    running.child.kill('SIGKILL');
    await gone;
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    dataFolder: join(folder, 'data'),
    web: join(folder, 'web'),
    kill,
    start: async () => {
      running = await launch({ E2E_FOLDER: folder, PORT: port, ...settings });
    },
    remove: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch(env: Record<string, string>): Promise<{ child: ChildProcess; port: string }> {
  const child = spawn(process.execPath, ['e2e/support/serve.ts'], {
    env: { ...process.env, NODE_ENV: 'test', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
  let output = '';
  for await (const data of child.stdout) {
    output += String(data);
    const ready = /Ready in \S+ s: http:\/\/localhost:(\d+)/.exec(output);
    if (!ready?.[1]) continue;
    clearTimeout(stop);
    return { child, port: ready[1] };
  }
  throw new Error(`The server was not ready: ${output}`);
}
