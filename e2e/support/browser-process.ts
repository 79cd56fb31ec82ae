import { chromium } from '@playwright/test';
import type { Browser, LaunchOptions, Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The longest start of a browser (ms). */
const READY_WITHIN_MS = 30_000;

/** A test's own browser with a profile on the disk, which can be killed as a whole. */
export interface BrowserProcess {
  page: Page;
  /** Stops all its processes, like a closing lid: nothing runs and nothing responds. */
  sleep(): void;
  /** Resumes all its processes. */
  wake(): void;
  /** Closes it like a person does, so that it writes the rest to the disk. */
  quit(): Promise<void>;
  /** Kills all its processes together, like an empty battery. */
  kill(): Promise<void>;
}

/** Starts a browser on a profile that outlives it. Rejects if it does not start within 30 seconds. */
export async function startBrowser(
  profile: string,
  { executablePath, args = [] }: LaunchOptions,
): Promise<BrowserProcess> {
  const door = join(profile, 'DevToolsActivePort');
  await rm(door, { force: true });
  const given = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...args, 'about:blank'];
  // In its own process group, so that none of its processes survives.
  const child = spawn(executablePath ?? chromium.executablePath(), given, { stdio: 'ignore', detached: true });
  const tell = (signal: NodeJS.Signals) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return false;
    return process.kill(-child.pid, signal);
  };
  const kill = async () => {
    if (tell('SIGKILL')) await once(child, 'exit');
  };
  try {
    const browser = await connect(door);
    const page = await browser.contexts()[0]?.newPage();
    const quit = async () => {
      const gone = once(child, 'exit');
      await (await browser.newBrowserCDPSession()).send('Browser.close');
      await gone;
    };
    if (page) return { page, quit, sleep: () => tell('SIGSTOP'), wake: () => tell('SIGCONT'), kill };
    throw new Error('The browser has no page.');
  } catch (error) {
    await kill();
    throw error;
  }
}

async function connect(door: string): Promise<Browser> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await pause(50)) {
    const [port, path] = (await readFile(door, 'utf8').catch(() => '')).split('\n');
    if (port && path) return chromium.connectOverCDP(`ws://127.0.0.1:${port}${path}`);
  }
  throw new Error('The browser did not start.');
}
