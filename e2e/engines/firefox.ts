import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pressAt, typed } from './engine-page.ts';
import type { Engine } from './engine-page.ts';

/** Longest start of the browser (ms). */
const START_MS = 60_000;

/** Firefox calls nobody but the server of the test. A phone has a finger in place of the mouse. */
const preferences = (isPhone: boolean) => ({
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.server': '',
  ...(isPhone && { 'ui.primaryPointerCapabilities': 1, 'ui.allPointerCapabilities': 1 }),
});

/** Starts Firefox without a window, driven by WebDriver BiDi. Rejects if it is not ready within a minute. */
export async function startFirefox(path: string, { isPhone }: { isPhone: boolean }): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'cip-firefox-'));
  const lines = Object.entries(preferences(isPhone)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile, 'about:blank'];
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const { promise: exited, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  const close = async () => {
    child.kill('SIGKILL');
    await exited;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    for await (const line of createInterface({ input: child.stderr })) {
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
      if (address === undefined) continue;
      clearTimeout(timer);
      child.stderr.resume();
      return { ...(await openPage(`${address}/session`)), close };
    }
    throw new Error('Firefox did not start.');
  } catch (error) {
    await close();
    throw error;
  }
}

/** A message of Firefox: the result of a command, an error, or an entry of its log. */
interface Message {
  id?: number;
  result?: unknown;
  message?: string;
  method?: string;
  params?: { level: string; text: string };
}

async function openPage(address: string): Promise<Omit<Engine, 'close'>> {
  const problems: string[] = [];
  const send = await connect(address, ({ level, text }) => {
    if (level === 'error') problems.push(text);
  });
  const { capabilities } = await send<{ capabilities: { browserName: string; browserVersion: string } }>(
    'session.new',
    { capabilities: {} },
  );
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
  const perform = async (actions: object[]) => void (await send('input.performActions', { context, actions }));
  return {
    name: `${capabilities.browserName} ${capabilities.browserVersion}`,
    problems: async () => problems,
    page: {
      goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
      press: (x, y) => perform(pressAt(x, y)),
      keys: (text, held) => perform(typed(text, held)),
      resize: async (width, height) =>
        void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
      async evaluate<T, Given extends unknown[]>(call: (...given: Given) => T | Promise<T>, ...given: Given) {
        const { result, exceptionDetails } = await send<{
          result?: { value?: string };
          exceptionDetails?: { text: string };
        }>('script.callFunction', {
          functionDeclaration: `async (given) => JSON.stringify(await (${call.toString()})(...JSON.parse(given)))`,
          arguments: [{ type: 'string', value: JSON.stringify(given) }],
          awaitPromise: true,
          target: { context },
        });
        if (exceptionDetails) throw new Error(exceptionDetails.text);
        return (result?.value === undefined ? undefined : JSON.parse(result.value)) as T;
      },
    },
  };
}

/** Opens the connection to the browser. Returns a function that sends a command and resolves to its result. */
async function connect(
  address: string,
  log: (entry: NonNullable<Message['params']>) => void,
): Promise<<T>(method: string, params: object) => Promise<T>> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, message, method, params } = JSON.parse(String(data)) as Message;
    if (method === 'log.entryAdded' && params) log(params);
    const sent = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (result !== undefined) sent?.resolve(result);
    else sent?.reject(new Error(message));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection.'));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('Firefox refused the connection.')), { once: true });
  });
  let id = 0;
  return async <T>(method: string, params: object) => {
    const sent = Promise.withResolvers<unknown>();
    waiting.set(++id, sent);
    socket.send(JSON.stringify({ id, method, params }));
    return (await sent.promise) as T;
  };
}
