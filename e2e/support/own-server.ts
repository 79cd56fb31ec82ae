import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longest wait for a server to be ready, in milliseconds. */
const READY_WITHIN_MS = 60_000;

/** A server of a test's own, on data that outlive it and at an address that stays. */
export interface OwnServer {
  readonly origin: string;
  /** Where its data are; mails lie in the folder `outbox`. */
  readonly dataFolder: string;
  /** The folder of the web app it serves. */
  readonly web: string;
  /** Ends the process at once, as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again where it was. */
  start(): Promise<void>;
  /** Ends it for good and removes its data. */
  remove(): Promise<void>;
}

/** Starts a server of a test's own. Rejects when it is not ready within a minute. */
export async function startOwnServer(): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cip-own-'));
  let running = await launch(folder, '0');
  const { port } = running;
  const kill = async () => {
    if (running.child.exitCode !== null || running.child.signalCode !== null) return;
    const gone = once(running.child, 'exit');
    running.child.kill('SIGKILL');
    await gone;
  };
  return {
    origin: `http://localhost:${port}`,
    dataFolder: join(folder, 'data'),
    web: join(folder, 'web'),
    kill,
    start: async () => {
      running = await launch(folder, port);
    },
    remove: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch(folder: string, port: string): Promise<{ child: ChildProcess; port: string }> {
  const child = spawn(process.execPath, ['e2e/support/serve.ts'], {
    env: { ...process.env, NODE_ENV: 'test', HOST: '127.0.0.1', LOG_LEVEL: 'warn', PORT: port, E2E_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
  let said = '';
  for await (const data of child.stdout) {
    said += String(data);
    const ready = /Ready in \S+ s: http:\/\/localhost:(\d+)/.exec(said);
    if (!ready?.[1]) continue;
    clearTimeout(stop);
    return { child, port: ready[1] };
  }
  throw new Error(`The server was not ready: ${said}`);
}
