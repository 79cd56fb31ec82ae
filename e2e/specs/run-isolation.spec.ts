import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';
import { openWitness } from '../support/witness.ts';
import type { Witness } from '../support/witness.ts';

// The frame's policy reports what it blocks.
test.use({
  expectedProblems:
    /Content Security Policy|Refused to|blocked|CORS|ERR_|Not allowed to load|Failed to load|request to another host/i,
});

/**
 * What a program tries, by name. Each resolves to the word that the program prints: `blocked` and the error's name, or
 * what it got. `$` stands for the address of the app.
 */
const PROBES: Record<string, string> = {
  origin: 'self.origin',
  fetch: "await fetch('$/api/auth/me', { credentials: 'include' })",
  'fetch without cors': "await fetch('$/api/auth/login', { method: 'POST', mode: 'no-cors', body: '{}' })",
  'fetch of a page': "await fetch('$/')",
  'fetch of another host': "await fetch('https://example.com/', { mode: 'no-cors' })",
  'fetch kept alive': "await fetch('$/api/auth/me', { method: 'POST', keepalive: true, mode: 'no-cors' })",
  'synchronous request':
    "(() => { const x = new XMLHttpRequest(); x.open('GET', '$/api/auth/me', false); x.withCredentials = true; x.send(); return x.status; })()",
  'asynchronous request':
    "await new Promise((ok, no) => { const x = new XMLHttpRequest(); x.open('GET', '$/api/auth/me'); x.onload = () => ok(x.status); x.onerror = no; x.send(); })",
  websocket:
    "await new Promise((ok, no) => { const s = new WebSocket('$'.replace('http', 'ws') + '/socket.io/?EIO=4&transport=websocket'); s.onopen = ok; s.onerror = no; })",
  'websocket to another host':
    "await new Promise((ok, no) => { const s = new WebSocket('wss://example.com/'); s.onopen = ok; s.onerror = no; })",
  'event source':
    "await new Promise((ok, no) => { const s = new EventSource('$/api/health'); s.onopen = ok; s.onerror = no; })",
  importScripts: "importScripts('$/color-scheme.js')",
  'importScripts of another host': "importScripts('https://example.com/a.js')",
  import: "await import('$/color-scheme.js')",
  'import of another host': "await import('https://example.com/a.js')",
  'import of data': "await import('data:text/javascript,export default 1')",
  'nested worker':
    "await new Promise((ok, no) => { const w = new Worker(URL.createObjectURL(new Blob([\"fetch('$/api/auth/me').then(() => postMessage('reached'), () => postMessage('blocked'))\"]))); w.onmessage = ({ data }) => (data === 'reached' ? ok(data) : no(new Error(data))); w.onerror = no; })",
  'worker of the app':
    "await new Promise((ok, no) => { const w = new Worker('$/color-scheme.js'); w.onmessage = ok; w.onerror = no; })",
  'worker of data':
    "await new Promise((ok, no) => { const w = new Worker('data:text/javascript,postMessage(1)'); w.onmessage = ok; w.onerror = no; })",
  'shared worker': "new SharedWorker('$/color-scheme.js')",
  font: "await new FontFace('f', \"url('$/icons/f.woff2')\").load()",
  eval: "eval('1')",
  Function: "new Function('return 1')()",
  indexedDB: "await new Promise((ok, no) => { const r = indexedDB.open('x'); r.onsuccess = ok; r.onerror = no; })",
  caches: 'await caches.keys()',
  'origin private files': 'await navigator.storage.getDirectory()',
  locks: 'await navigator.locks.query()',
  cookieStore: 'await cookieStore.getAll()',
  localStorage: 'localStorage.length',
  sessionStorage: 'sessionStorage.length',
  document: 'document.cookie',
  parent: 'parent.location.href',
  'service worker': 'await navigator.serviceWorker.getRegistrations()',
  RTCPeerConnection: 'new RTCPeerConnection()',
  sendBeacon: "navigator.sendBeacon('$/api/csp-reports', 'x')",
  WebTransport: "await new WebTransport('https://example.com:443/').ready",
  SharedArrayBuffer: 'new SharedArrayBuffer(8)',
  'own notification':
    "(() => { if (Notification.permission !== 'granted') throw new Error(Notification.permission); })()",
  'permission of location': 'await navigator.geolocation.getCurrentPosition(() => 0)',
  clipboard: 'await navigator.clipboard.readText()',
};

/** What a program may learn: nothing of the app. */
const ALLOWED: Record<string, RegExp> = {
  origin: /^null$/,
};

let witness: Witness;
test.beforeEach(async ({ page, baseURL }) => {
  witness = await openWitness(baseURL ?? '');
  await page.goto(`${witness.origin}/privacy`);
  await openSandbox(page);
});
test.afterEach(() => witness.close());

/** Loads a language and starts to count what reaches the server. */
async function countFrom(page: Page, language: string): Promise<void> {
  await runProgram(page, { language, code: '' });
  await page.waitForLoadState('networkidle');
  // What the page sent before may not have been noted yet, as a probe of the test's own.
  await page.evaluate(() => fetch('/healthz'));
  expect(witness.requests).toContain('GET /healthz');
  witness.requests.length = 0;
}

test('a program reaches neither the app nor its storage nor the network', async ({ page }) => {
  await countFrom(page, 'javascript');
  await page.evaluate(() => {
    localStorage.setItem('token', 'secret');
    document.cookie = 'session=secret';
    const channel = new BroadcastChannel('app');
    channel.onmessage = ({ data }) => document.body.setAttribute('data-heard', String(data));
    window.addEventListener('message', ({ data }) => document.body.setAttribute('data-message', JSON.stringify(data)));
  });
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  const lines = Object.entries(PROBES).map(
    ([name, expression]) =>
      `await probe(${JSON.stringify(name)}, async () => ${expression.replaceAll('$', witness.origin)});`,
  );
  const code = `
    const probe = async (name, attempt) => {
      const late = new Promise((_ok, no) => setTimeout(() => no(new Error('no answer')), 700));
      const result = await Promise.race([attempt(), late]).then((value) => 'got ' + value, (error) => 'blocked ' + (error?.name ?? error?.type ?? error));
      console.log(JSON.stringify([name, result]));
    };
    new BroadcastChannel('app').postMessage('heard');
    self.postMessage('to the frame');
    ${lines.join('\n')}
    export {};
  `;
  const { out, err, end } = await runProgram(page, { language: 'javascript', code, limitMs: 40_000 });
  expect({ err, reason: end.reason }).toEqual({ err: '', reason: 'finished' });
  const results = new Map(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as [string, string]),
  );
  expect([...results.keys()]).toEqual(Object.keys(PROBES));
  const reached = [...results].filter(
    ([name, result]) => !result.startsWith('blocked ') && !ALLOWED[name]?.test(result.replace('got ', '')),
  );
  expect(reached).toEqual([]);
  expect(witness.requests).toEqual([]);
  expect(sockets).toEqual([]);
  expect(await page.evaluate(() => ({ ...document.body.dataset }))).toEqual({});
});

test('Python reaches nothing through the browser either', async ({ page }) => {
  await countFrom(page, 'python');
  const code = `
import js
def attempt(name, run):
    try:
        print(name, 'got', run())
    except BaseException as error:
        print(name, 'blocked')
def request():
    x = js.XMLHttpRequest.new()
    x.open('GET', '${witness.origin}/api/auth/me', False)
    x.send()
    return x.status
def url():
    import urllib.request
    return urllib.request.urlopen('${witness.origin}/api/auth/me').status
attempt('request', request)
attempt('importScripts', lambda: js.importScripts('${witness.origin}/color-scheme.js'))
attempt('urllib', url)
attempt('storage', lambda: js.localStorage.length)
attempt('document', lambda: js.document.cookie)
attempt('eval', lambda: js.eval('1'))
async def fetch():
    try:
        print('fetch got', (await js.fetch('${witness.origin}/api/auth/me')).status)
    except BaseException:
        print('fetch blocked')
import asyncio
asyncio.run(fetch())
`;
  const { out } = await runProgram(page, { language: 'python', code });
  const names = ['request', 'importScripts', 'urllib', 'storage', 'document', 'eval', 'fetch'];
  expect(out.trim().split('\n')).toEqual(names.map((name) => `${name} blocked`));
  expect(witness.requests).toEqual([]);
});

/** Programs of the other languages; each prints a line for every attempt that gives it something. */
const ATTEMPTS: Record<string, string> = {
  php: `<?php
$attempts = [
  'page' => fn() => file_get_contents('$/api/auth/me'),
  'socket' => fn() => fsockopen('127.0.0.1', 80),
  'file' => fn() => file_get_contents('/etc/passwd'),
  'shell' => fn() => shell_exec('ls /'),
  'script' => fn() => vrzno_eval('1'),
  'storage' => fn() => (new Vrzno)->localStorage->length,
  'fetch' => fn() => (new Vrzno)->fetch('$/api/auth/me'),
];
foreach ($attempts as $name => $attempt)
  try { if ($got = @$attempt()) echo "$name got ", is_object($got) ? get_class($got) : $got, "\\n"; } catch (Throwable) {}
echo 'done';`,
  ruby: `
attempts = {
  socket: -> { require 'socket'; TCPSocket.new('127.0.0.1', 80) },
  net: -> { require 'net/http'; Net::HTTP.get(URI('$/api/auth/me')) },
  file: -> { File.read('/etc/passwd') },
  shell: -> { \`ls /\` },
  script: -> { require 'js'; JS.eval('return 1') },
  storage: -> { require 'js'; JS.global[:localStorage][:length].to_i },
}
attempts.each do |name, attempt|
  begin
    puts "#{name} got #{attempt.call}"
  rescue Exception
  end
end
print 'done'`,
  lua: `
local attempts = {
  file = function() return io.open('/etc/passwd') end,
  shell = function() return os.execute('ls /') end,
  script = function() return js.global end,
  fetch = function() return fetch('$/api/auth/me') end,
}
for name, attempt in pairs(attempts) do
  local ok, got = pcall(attempt)
  if ok and got then print(name, 'got', got) end
end
io.write('done')`,
  c: `#include <stdio.h>
#include <stdlib.h>
int main(void) {
  if (fopen("/etc/passwd", "r")) printf("file got\\n");
  if (fopen("/usr/include/stdio.h", "r")) printf("compiler's file got\\n");
  if (getenv("HOME")) printf("environment got\\n");
  printf("done");
}`,
};

test('PHP, Ruby, Lua and C reach no network, no file and nothing of the page', async ({ page }) => {
  for (const [language, program] of Object.entries(ATTEMPTS)) {
    await countFrom(page, language);
    const { out } = await runProgram(page, { language, code: program.replaceAll('$/', `${witness.origin}/`) });
    expect(out, language).toBe('done');
    expect(witness.requests, language).toEqual([]);
  }
});

test('the frame refuses every other embedder and every source but its own script', async ({ page, request }) => {
  await runProgram(page, { language: 'javascript', code: '' });
  const path = await page.locator('iframe').getAttribute('src');
  const headers = (await request.get(String(path))).headers();
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toMatch(/(^|; )sandbox allow-scripts$/);
  expect(policy).toContain("connect-src 'none'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toMatch(/script-src 'sha256-[\w+/=]+' blob: 'wasm-unsafe-eval';/);
  expect(headers).not.toHaveProperty('x-frame-options');
});
