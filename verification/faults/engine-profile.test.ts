// @module-tag long
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/src/platform/config/read-config.ts';
import { openRunEngine } from '../../server/src/platform/run-engine/run-engine.ts';
import { startEngine, type EngineStandIn } from '../../server/src/testing/run-engine/stand-in.ts';
import { freePort } from '../support/cluster.ts';
import { startHaproxy, untilAnswers } from '../support/haproxy.ts';

// The parts of `docker compose --profile engine up` that run without containers: the proxy before a stand-in, and the
// installation of languages into one.
const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const PROXY = pathOf('../../deploy/engine/proxy.cfg');
const INSTALL = pathOf('../../deploy/engine/install-languages.mjs');
const PISTON = pathOf('../support/piston-packages.mjs');
const TOKEN = 'a-token-of-the-nodes';

let engine: EngineStandIn;
const proxies: ChildProcess[] = [];
beforeAll(async () => {
  engine = await startEngine();
});
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.kill();
});
afterAll(() => engine.close());

async function startProxy(token = TOKEN): Promise<string> {
  const bind = `127.0.0.1:${await freePort()}`;
  const env = { ENGINE_BIND: bind, ENGINE: new URL(engine.url).host, RUN_ENGINE_TOKEN: token };
  proxies.push(startHaproxy(PROXY, env));
  const url = `http://${bind}`;
  // It answers everybody, if only with a refusal.
  await untilAnswers(url, () => true);
  return url;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('lets the nodes read languages and run programs, also with live output', async () => {
  const url = await startProxy();
  const opened = openRunEngine(readConfig({ RUN_ENGINE_URL: url, RUN_ENGINE_TOKEN: TOKEN }), { warn() {} });
  await opened?.refreshLanguages();
  const pieces: string[] = [];
  const run = (code: string, stdin = '') =>
    opened?.run({ language: 'java', code, stdin }, new AbortController().signal, {
      output: (_stream, text) => pieces.push(text),
    });

  expect(await run('hello')).toMatchObject({ reason: 'finished' });
  expect(await run('echo stdin', 'from the box')).toMatchObject({ reason: 'finished' });

  expect(pieces.join('')).toContain('from the box');
  const paths = engine.received.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['/api/v2/runtimes', '/api/v2/connect', '/api/v2/execute']));
  expect(JSON.stringify(engine.received)).not.toContain(TOKEN);
  opened?.close();
});

test('refuses everybody without the token, and every other call', async () => {
  const url = await startProxy();
  const before = engine.received.length;
  const ask = async (path: string, options: RequestInit = {}) => (await fetch(`${url}${path}`, options)).status;

  expect(await ask('/api/v2/runtimes')).toBe(401);
  expect(await ask('/api/v2/runtimes', { headers: bearer(`${TOKEN}x`) })).toBe(401);
  expect(await ask('/api/v2/runtimes', { headers: { authorization: TOKEN } })).toBe(401);
  const headers = { ...bearer(TOKEN), 'content-type': 'application/json' };
  for (const method of ['GET', 'POST', 'DELETE'])
    for (const path of ['/api/v2/packages', '//api/v2/packages', '/api/v2/%70ackages', '/api/v2/runtimes/../packages'])
      expect(await ask(path, { method, headers })).toBe(404);
  expect(await ask('/api/v2/execute', { headers })).toBe(404);
  expect(await ask('/api/v2/runtimes', { method: 'DELETE', headers })).toBe(404);
  expect(engine.received.length).toBe(before);
});

test('lets nobody in if no token is set', async () => {
  const url = await startProxy('');
  for (const authorization of ['Bearer ', 'Bearer', ''])
    expect((await fetch(`${url}/api/v2/runtimes`, { headers: { authorization } })).status).toBe(503);
});

/** Runs the installation before a stand-in of Piston, which has `has` and whose download of `broken` fails. */
async function install(env: { has?: string; broken?: string; RUN_ENGINE_LANGUAGES?: string }) {
  const child = spawn(process.execPath, [INSTALL, process.execPath, PISTON], {
    env: { ...env, PORT: String(await freePort()) },
  });
  let text = '';
  const hear = (part: Buffer) => (text += part.toString());
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, text };
}

test('installs the languages of the list that are missing, and ends', async () => {
  const { code, text } = await install({ has: 'java', RUN_ENGINE_LANGUAGES: 'java, c#,go' });
  expect(text.split('\n').filter((line) => line !== '')).toEqual([
    'java is installed.',
    'mono 6.12.0 was installed.',
    'go 1.16.2 was installed.',
  ]);
  expect(code).toBe(0);
});

test('installs the others if one cannot be had, and fails only if there is none', async () => {
  const some = await install({ broken: 'kotlin', RUN_ENGINE_LANGUAGES: 'kotlin,rust' });
  expect(some.text).toContain('kotlin could not be installed.');
  expect(some.text).toContain('rust 1.68.2 was installed.');
  expect(some.code).toBe(0);
  expect((await install({ broken: 'kotlin', RUN_ENGINE_LANGUAGES: 'kotlin' })).code).toBe(1);
});
