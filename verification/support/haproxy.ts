import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { findHaproxy } from '../../server/src/testing/services/binaries.ts';

/** Starts haproxy with a configuration, which reads `env`. Throws if it is not installed. */
export function startHaproxy(config: string, env: Record<string, string | undefined>): ChildProcess {
  const haproxy = findHaproxy();
  if (!haproxy) throw new Error('haproxy is not installed and could not be fetched.');
  return spawn(haproxy.path, ['-f', config, '-db'], { env: { ...haproxy.env, ...env }, stdio: 'ignore' });
}

/** Waits until an address gives an answer that `isReady` accepts. */
export async function untilAnswers(address: string, isReady = ({ ok }: Response) => ok): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const response = await fetch(address).catch(() => null);
    if (response && isReady(response)) return;
    await delay(50);
  }
  throw new Error(`${address} did not become ready.`);
}
