import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createShipped, shippedCommand } from './shipped-files.ts';

/** The longest start (ms). */
const READY_WITHIN_MS = 60_000;

/** The product as the container image starts it, on a Postgres and a Redis of its own. */
export interface Shipped {
  readonly origin: string;
  /** Stops everything and removes its data. */
  stop(): Promise<void>;
}

/** Starts the product from a folder with the shipped files and nothing else. Rejects with its output if it ends. */
export async function startShipped(): Promise<Shipped> {
  const folder = mkdtempSync(join(tmpdir(), 'cip-shipped-'));
  const services = await Promise.all([startService('postgres', 'startPostgres'), startService('redis', 'startRedis')]);
  let node: ChildProcess | undefined;
  const stop = async () => {
    if (node) await end(node);
    await Promise.all(services.map((service) => service.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    createShipped(folder);
    const [postgres, redis] = services;
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const { args, env } = shippedCommand();
    node = spawn(process.execPath, args, {
      cwd: folder,
      // Nothing of the environment of the tests.
      env: {
        ...env,
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: postgres.url,
        REDIS_URL: redis.url,
        JWT_SECRET: randomBytes(32).toString('hex'),
        PUBLIC_URL: origin,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await whenReady(node);
    return { origin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Service {
  url: string;
  stop(): Promise<void>;
}

/** Starts a service of the server's tests. */
async function startService(file: string, name: string): Promise<Service> {
  const { href } = new URL(`../../server/src/testing/services/${file}.ts`, import.meta.url);
  const { [name]: start } = (await import(href)) as Record<string, () => Promise<Service>>;
  if (start === undefined) throw new Error(`${href} has no ${name}`);
  return start();
}

async function whenReady(node: ChildProcess): Promise<void> {
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const look = (data: Buffer) => {
      output += String(data);
      if (/Ready in \S+ s: /.test(output)) resolve();
    };
    // Read to the end, because a full pipe would stop the server.
    node.stdout?.on('data', look);
    node.stderr?.on('data', look);
    node.once('close', (code) => reject(new Error(`The server ended with code ${code}: ${output}`)));
    node.once('error', reject);
  });
  const timer = setTimeout(() => node.kill('SIGKILL'), READY_WITHIN_MS);
  await ready.finally(() => clearTimeout(timer));
}

async function end(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return;
  const gone = once(node, 'exit');
  node.kill('SIGTERM');
  await gone;
}

/** Returns a port that was free a moment ago, because the server has to know its own address before it listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
