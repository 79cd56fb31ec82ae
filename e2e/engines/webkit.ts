import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { pressAt, typed } from './engine-page.ts';
import type { Engine } from './engine-page.ts';
import { notedProblems } from './page-problems.ts';

interface WebKitPaths {
  driver: string;
  /** WebKit's small browser. */
  browser: string;
  /** Xvfb. */
  screen: string;
}

/** Longest start of the driver (ms). */
const START_MS = 30_000;
/** Longest wait for a page to load (ms). */
const LOAD_MS = 60_000;
/** GTK's scrollbars lie above the scrolled content and take presses, even if a phone has none. */
const SETTINGS = '[Settings]\ngtk-overlay-scrolling=false\n';
/** The screen is larger than each window. */
const SCREEN = '1600x1200x24';

/** Starts WebKit's small browser on a screen of its own, driven by WebDriver. Rejects if it is not ready. */
export async function startWebKit({ driver, browser, screen: xvfb }: WebKitPaths): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'cip-webkit-'));
  const children: ChildProcess[] = [];
  const close = async () => {
    for (const child of children.toReversed()) await ended(child);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await mkdir(join(home, 'gtk-3.0'));
    await writeFile(join(home, 'gtk-3.0', 'settings.ini'), SETTINGS);
    // It takes the number of a free display and writes it to the descriptor.
    const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    children.push(screen);
    const signal = AbortSignal.timeout(START_MS);
    const [display] = (await once(screen.stdio[3] as Readable, 'data', { signal })) as [Buffer];
    const folders = { XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
    const env = { ...process.env, ...folders, DISPLAY: `:${String(display).trim()}`, GDK_BACKEND: 'x11' };
    const port = await freePort();
    children.push(spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' }));
    const { endSession, ...opened } = await openPage(`http://127.0.0.1:${port}`, browser);
    return { ...opened, close: () => endSession().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openPage(
  address: string,
  browser: string,
): Promise<Omit<Engine, 'close'> & { endSession(): Promise<void> }> {
  await ready(address);
  const { sessionId, capabilities } = await send<{
    sessionId: string;
    capabilities: { browserName: string; browserVersion: string };
  }>(`${address}/session`, {
    capabilities: {
      alwaysMatch: {
        // Full-screen, because the buttons of its window need 447 px: the page alone sets the width.
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation', '--full-screen'] },
      },
    },
  });
  const at = `${address}/session/${sessionId}`;
  // The time limit of a function in the page is its test's, as in the other engines.
  await send(`${at}/timeouts`, { script: null, pageLoad: LOAD_MS });
  const perform = async (actions: object[]) => void (await send(`${at}/actions`, { actions }));
  const problems: string[] = [];
  // WebDriver tells of no errors, and runs no script before a page: those of a page's first script are not noted, but
  // each call in a page starts to note the rest, and brings them along.
  const evaluate = async <T, Given extends unknown[]>(call: (...given: Given) => T | Promise<T>, ...given: Given) => {
    const script = `const [given, done] = arguments;
      const noted = (${notedProblems.toString()})();
      (async () => JSON.stringify(await (${call.toString()})(...JSON.parse(given))))().then(
        (value) => done({ value, noted: noted.splice(0) }),
        (error) => done({ problem: String(error), noted: noted.splice(0) }),
      );`;
    const { value, problem, noted } = await send<Evaluated>(`${at}/execute/async`, {
      script,
      args: [JSON.stringify(given)],
    });
    problems.push(...noted);
    if (problem !== undefined) throw new Error(problem);
    return (typeof value === 'string' ? JSON.parse(value) : undefined) as T;
  };
  const noteLast = () => evaluate(() => undefined);
  return {
    name: `${capabilities.browserName} ${capabilities.browserVersion}`,
    problems: () => noteLast().then(() => problems),
    endSession: async () => void (await fetch(at, { method: 'DELETE' }).catch(() => undefined)),
    page: {
      async goto(url) {
        // The page may be changing by itself.
        await noteLast().catch(() => undefined);
        await send(`${at}/url`, { url });
        await noteLast();
      },
      press: (x, y) => perform(pressAt(x, y)),
      keys: (text, held) => perform(typed(text, held)),
      resize: async (width, height) => void (await send(`${at}/window/rect`, { width, height })),
      evaluate,
    },
  };
}

/** The result of a call in the page, and the page's errors since the call before. */
interface Evaluated {
  value?: string | null;
  problem?: string;
  noted: string[];
}

async function send<T>(url: string, body: object): Promise<T> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function ready(address: string): Promise<void> {
  const until = performance.now() + START_MS;
  for (;;) {
    const answer = await fetch(`${address}/status`).catch(() => null);
    if (answer?.ok) return;
    if (performance.now() > until) throw new Error('WebKitWebDriver did not start.');
    await setTimeout(100);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
