import { PROBES, probeCode, reachedBy } from './isolation-probes.ts';

/** What a page has and a worker has not. */
const PAGE_PROBES: Record<string, string> = {
  'parent document': 'parent.document.title',
  'top document': 'top.document.title',
  ...Object.fromEntries(
    [
      "f.srcdoc = '<script>parent.postMessage(1, \"*\")</' + 'script>'; document.body.append(f);",
      'f.src = \'javascript:parent.postMessage(1, "*")\'; document.body.append(f);',
      "f.src = URL.createObjectURL(new Blob(['<script>parent.postMessage(1, \"*\")</' + 'script>'], { type: 'text/html' })); document.body.append(f);",
      "f.srcdoc = '<script>parent.postMessage(1, \"*\")</' + 'script>'; document.body.appendChild(document.createElement('p')).attachShadow({ mode: 'closed' }).append(f);",
      "document.body.insertAdjacentHTML('beforeend', `<p><iframe srcdoc=\"<script>parent.postMessage(1, '*')</` + `script>\"></iframe>`);",
    ].map((way, index) => [
      `script of a frame within, ${index + 1}`,
      `await new Promise((ok) => { addEventListener('message', ({ data }) => data === 1 && ok(data), { once: true }); const f = document.createElement('iframe'); ${way} })`,
    ]),
  ),
  'own storage of a frame within':
    "(() => { const f = document.body.appendChild(document.createElement('iframe')); return new f.contentWindow.RTCPeerConnection(); })()",
  image: `await new Promise((ok, no) => { const i = new Image(); i.onload = ok; i.onerror = no; i.src = '$/icon.svg?probe'; })`,
  script: `await new Promise((ok, no) => { const s = document.createElement('script'); s.onload = ok; s.onerror = no; s.src = '$/color-scheme.js?probe'; document.head.append(s); })`,
  'style sheet': `await new Promise((ok, no) => { const l = document.createElement('link'); l.rel = 'stylesheet'; l.onload = ok; l.onerror = no; l.href = '$/a.css?probe'; document.head.append(l); })`,
  popup: `(() => { if (window.open('$/') === null) throw new Error('no window'); })()`,
  'top location': `(() => { top.location.href = '$/secret'; })()`,
  'permission of location': 'await new Promise((ok, no) => navigator.geolocation.getCurrentPosition(ok, no))',
  dialog: `(() => { if (!confirm('x')) throw new Error('no dialog'); })()`,
  fullscreen: 'await document.body.requestFullscreen()',
};

/** What a program may learn: it has a storage of its own in memory, and no origin. */
const ALLOWED: Record<string, RegExp> = {
  origin: /^null$/,
  localStorage: /^0$/,
  sessionStorage: /^0$/,
  // Browsers say so before they look at the policy; nothing arrives.
  sendBeacon: /^(?:true|false)$/,
};

/** Beside the attempts that answer: hints to fetch, beacons of links, and style sheets with addresses. */
const QUIET = `
    new BroadcastChannel('app').postMessage('heard');
    for (const rel of ['prefetch', 'dns-prefetch', 'preconnect', 'preload', 'modulepreload', 'prerender', 'icon', 'manifest'])
      document.head.append(Object.assign(document.createElement('link'), { rel, href: '$/leak-' + rel }));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('body { background: url($/leak-css) }');
    document.adoptedStyleSheets.push(sheet);
    const link = document.body.appendChild(Object.assign(document.createElement('a'), { href: '#x', ping: '$/leak-ping' }));
    link.click();
    const form = document.body.appendChild(Object.assign(document.createElement('form'), { action: '$/leak-form', method: 'post' }));
    try { form.submit(); } catch {}
  `;

const ALL = { ...PROBES, ...PAGE_PROBES };

/** Returns the program that makes every attempt of a preview. */
export function previewProbes(origin: string): string {
  return QUIET.replaceAll('$', origin) + probeCode(ALL, origin);
}

/** Returns the attempts of a preview that gave it something which it may not have, with what it was. */
export const reachedByPreview = (out: string) => reachedBy(out, ALL, ALLOWED);

/** Ways to leave a preview. */
export const LEAVE: Record<string, string> = {
  'another host': "location.href = 'https://example.com/x'",
  'a page of the app': "location.href = '$/login'",
  data: "location.href = 'data:text/html,<h1>x</h1>'",
  nothing: "location.href = 'about:blank'",
  'a refresh':
    "document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0;url=https://example.com/x' }))",
  'a download': "Object.assign(document.createElement('a'), { href: '$/icon.svg?probe', download: 'x' }).click()",
};
