import { expect, test } from '../support/fixtures.ts';
import { countFrom, REFUSED } from '../support/run-attempts.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';
import { openWitness } from '../support/witness.ts';
import type { Witness } from '../support/witness.ts';

// The headless shell refuses permissions by itself.
test.use({ needsChromium: true, expectedProblems: REFUSED });

/**
 * The attempts of a program, by name. Each resolves to the word that the program prints: `blocked` and the error's
 * name, or the result. `$` stands for the address of the app.
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

/** The facts that a program may learn: nothing of the app. */
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

/** What the program imports, by the title of its test: packages give a program nothing more. */
const IMPORTS: Record<string, string> = {
  'keeps a program from the app, its storage and the network, and admits no other source to the frame': "import 'fs';",
  'keeps a program with packages from the same': `
    import _ from 'lodash';
    import { renderToString } from 'react-dom/server';
    import { expect } from 'vitest';
    import crypto from 'node:crypto';`,
};

for (const [title, imports] of Object.entries(IMPORTS))
  test(title, async ({ page, request }) => {
    await runProgram(page, { language: 'javascript', code: imports });
    await countFrom(page, witness);
    await page.evaluate(() => {
      localStorage.setItem('token', 'secret');
      document.cookie = 'session=secret';
      const channel = new BroadcastChannel('app');
      channel.onmessage = ({ data }) => document.body.setAttribute('data-heard', String(data));
      window.addEventListener('message', ({ data }) =>
        document.body.setAttribute('data-message', JSON.stringify(data)),
      );
    });
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    const lines = Object.entries(PROBES).map(
      ([name, expression]) =>
        `await probe(${JSON.stringify(name)}, async () => ${expression.replaceAll('$', witness.origin)});`,
    );
    const code = `
    ${imports}
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

    const path = await page.locator('iframe').getAttribute('src');
    const headers = (await request.get(String(path))).headers();
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/(^|; )sandbox allow-scripts$/);
    expect(policy).toContain("connect-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toMatch(/script-src 'sha256-[\w+/=]+' blob: 'wasm-unsafe-eval';/);
    expect(headers).not.toHaveProperty('x-frame-options');
  });
