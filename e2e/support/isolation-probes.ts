import { expect } from '@playwright/test';

/**
 * The attempts of a program, by name. Each resolves to the word that the program prints: `blocked` and the error's
 * name, or the result. `$` stands for the address of the app, and `?probe` tells a request from the browser's own.
 */
export const PROBES: Record<string, string> = {
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
  importScripts: "importScripts('$/color-scheme.js?probe')",
  'importScripts of another host': "importScripts('https://example.com/a.js')",
  import: "await import('$/color-scheme.js?probe')",
  'import of another host': "await import('https://example.com/a.js')",
  'import of data': "await import('data:text/javascript,export default 1')",
  'nested worker':
    "await new Promise((ok, no) => { const w = new Worker(URL.createObjectURL(new Blob([\"fetch('$/api/auth/me').then(() => postMessage('reached'), () => postMessage('blocked'))\"]))); w.onmessage = ({ data }) => (data === 'reached' ? ok(data) : no(new Error(data))); w.onerror = no; })",
  'worker of the app':
    "await new Promise((ok, no) => { const w = new Worker('$/color-scheme.js?probe'); w.onmessage = ok; w.onerror = no; })",
  'worker of data':
    "await new Promise((ok, no) => { const w = new Worker('data:text/javascript,postMessage(1)'); w.onmessage = ok; w.onerror = no; })",
  'shared worker': "new SharedWorker('$/color-scheme.js?probe')",
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
  'registration of a service worker': "await navigator.serviceWorker.register('$/service-worker.js?probe')",
  RTCPeerConnection: 'new RTCPeerConnection()',
  sendBeacon: "navigator.sendBeacon('$/api/csp-reports?probe', 'x')",
  // Its second promise is rejected too.
  WebTransport:
    "await (() => { const t = new WebTransport('https://example.com:443/'); t.closed.catch(() => 0); return t.ready; })()",
  SharedArrayBuffer: 'new SharedArrayBuffer(8)',
  'own notification':
    "(() => { if (Notification.permission !== 'granted') throw new Error(Notification.permission); })()",
  'permission of location': 'await navigator.geolocation.getCurrentPosition(() => 0)',
  clipboard: 'await navigator.clipboard.readText()',
};

/** Returns the code that makes each attempt and prints its name and its result. */
export function probeCode(probes: Readonly<Record<string, string>>, origin: string): string {
  const lines = Object.entries(probes).map(
    ([name, expression]) => `await probe(${JSON.stringify(name)}, async () => ${expression.replaceAll('$', origin)});`,
  );
  return `
    const probe = async (name, attempt) => {
      const late = new Promise((_ok, no) => setTimeout(() => no(new Error('no answer')), 700));
      const result = await Promise.race([attempt(), late]).then((value) => 'got ' + value, (error) => 'blocked ' + (error?.name ?? error?.type ?? error));
      console.log(JSON.stringify([name, result]));
    };
    ${lines.join('\n')}
    export {};`;
}

/** The facts that a program of a worker may learn: nothing of the app. */
export const OF_WORKERS: Record<string, RegExp> = {
  origin: /^null$/,
};

/**
 * Returns the attempts that gave a program something which it may not have, with what it was. Expects that it has
 * printed the result of each.
 */
export function reachedBy(out: string, probes = PROBES, allowed = OF_WORKERS): [string, string][] {
  // Between them a preview says what was blocked.
  const lines = out.split('\n').filter((line) => line.startsWith('['));
  const results = new Map(lines.map((line) => JSON.parse(line) as [string, string]));
  expect([...results.keys()]).toEqual(Object.keys(probes));
  return [...results].filter(
    ([name, result]) => !result.startsWith('blocked ') && !allowed[name]?.test(result.replace('got ', '')),
  );
}
