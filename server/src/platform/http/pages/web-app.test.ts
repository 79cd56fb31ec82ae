import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SINGLE_SIGN_ON } from '../../../testing/identity-provider/settings.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let folder: string;
let node: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cip-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<title>the app</title>');
  await writeFile(join(folder, 'codeshare.html'), '<title>the app, for a candidate</title>');
  await writeFile(join(folder, 'assets', 'main-1a2b3c.js'), 'main();');
  await writeFile(join(folder, 'assets', 'main-1a2b3c.js.br'), brotliCompressSync('main();'));
  const others = ['main-1a2b3c.css', 'text-1a2b3c.woff2', 'editor.worker-1a2b3c.js', 'drawing-1a2b3c.svg'];
  for (const name of others) await writeFile(join(folder, 'assets', name), 'content');
  await writeFile(join(folder, 'color-scheme.js'), 'dark();');
  await writeFile(join(folder, 'service-worker.js'), 'worker();');
  await writeFile(join(folder, 'manifest.webmanifest'), '{}');
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite', 'manifest.json'), '{"names": "of all source files"}');
  await writeFile(join(folder, '.hidden'), 'names');
  await mkdir(join(folder, 'run', 'python'), { recursive: true });
  await writeFile(join(folder, 'run', 'frame-1a2b3c4d.html'), '<title>frame</title><script>boot();</script>');
  await writeFile(join(folder, 'run', 'frame-1a2b3c4d.html.br'), brotliCompressSync('<script>boot();</script>'));
  await writeFile(join(folder, 'run', 'preview-1a2b3c4d.html'), '<title>preview</title><script>boot();</script>');
  await writeFile(join(folder, 'run', 'python', 'python-1a2b3c4d.wasm'), 'wasm');
  node = await startTestApp({ env: { WEB_DIR: folder } });
});
afterAll(async () => {
  await node.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the web app', () => {
  it.each(['/', '/login', '/editor?room=private-room-1', '/codeshare/private-room-1', '/no/such/page'])(
    'serves the page %s, and lets no cache keep it',
    async (url) => {
      const response = await node.app.inject(url);

      expect(response.statusCode).toBe(200);
      expect(response.body).toContain('the app');
      expect(response.headers['cache-control']).toBe('no-cache');
    },
  );

  it('serves the prerendered page for a candidate’s link', async () => {
    expect((await node.app.inject('/codeshare/private-room-1')).body).toContain('for a candidate');
    expect((await node.app.inject('/login')).body).not.toContain('for a candidate');
  });

  it('shows in its pages how users sign in, if there is a provider', async () => {
    const env = { ...SINGLE_SIGN_ON, OIDC_NAME: 'Ex"ample', WEB_DIR: folder };
    const marked = await startTestApp({ databaseUrl: node.ctx.config.databaseUrl ?? '', env });
    await writeFile(join(folder, 'index.html'), '<head><title>the app</title></head>');
    const mark =
      '<meta name="sign-in" content="{&quot;provider&quot;:&quot;Ex\\&quot;ample&quot;,&quot;passwords&quot;:&quot;all&quot;}" />';
    for (const url of ['/', '/login', '/sign-in?code=x']) {
      const plain = await marked.app.inject({ url, headers: { 'sec-fetch-mode': 'navigate' } });
      expect(plain.body).toContain(mark);
      expect(plain.headers['cache-control']).toBe('no-cache');
      const headers = { 'accept-encoding': 'gzip, br', 'sec-fetch-mode': 'navigate' };
      const packed = await marked.app.inject({ url, headers });
      expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    }
    expect((await node.app.inject('/login')).body).not.toContain('sign-in');
    await writeFile(join(folder, 'index.html'), '<title>the app</title>');
    await marked.close();
  });

  it('serves precompressed files to clients that accept them', async () => {
    const url = '/assets/main-1a2b3c.js';
    const read = await node.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(read.headers['content-encoding']).toBe('br');
    expect(read.headers['content-type']).toMatch(/javascript/);
    expect(brotliDecompressSync(read.rawPayload).toString()).toBe('main();');
    expect((await node.app.inject(url)).body).toBe('main();');
  });

  it('excludes rooms from search engines', async () => {
    for (const url of ['/codeshare/private-room-1', '/%63odeshare/private-room-1'])
      expect((await node.app.inject(url)).headers['x-robots-tag']).toBe('noindex');
    expect((await node.app.inject('/login')).headers).not.toHaveProperty('x-robots-tag');
  });

  it('caches hashed files forever', async () => {
    const { statusCode, headers } = await node.app.inject('/assets/main-1a2b3c.js');

    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('sends no headers about pages with scripts, styles and fonts', async () => {
    for (const name of ['main-1a2b3c.js', 'main-1a2b3c.css', 'text-1a2b3c.woff2']) {
      const request = { url: `/assets/${name}`, headers: { 'accept-encoding': 'br' } };
      const { statusCode, headers } = await node.app.inject(request);
      expect([name, statusCode, headers['x-content-type-options']]).toEqual([name, 200, 'nosniff']);
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(Object.keys(headers)).not.toContain('content-security-policy');
      expect(Object.entries(headers).flat().join('').length).toBeLessThan(600);
    }
  });

  it('sends the policy with a file that is a worker or a page of its own', async () => {
    for (const name of ['assets/editor.worker-1a2b3c.js', 'assets/drawing-1a2b3c.svg', 'color-scheme.js'])
      expect((await node.app.inject(`/${name}`)).headers['content-security-policy']).toContain("worker-src 'self'");
  });

  it('serves runtimes as files that never change', async () => {
    const { headers } = await node.app.inject('/run/python/python-1a2b3c4d.wasm');
    expect(headers['content-type']).toBe('application/wasm');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it.each(['identity', 'br'])('isolates the frame that runs code (%s)', async (encoding) => {
    const { headers } = await node.app.inject({
      url: '/run/frame-1a2b3c4d.html',
      headers: { 'accept-encoding': encoding },
    });
    const script = createHash('sha256').update('boot();').digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'sha256-${script}' blob: 'wasm-unsafe-eval'; worker-src blob:; connect-src 'none'; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
    );
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers).not.toHaveProperty('x-frame-options');
  });

  it('isolates the preview by a policy of its own', async () => {
    const { headers } = await node.app.inject('/run/preview-1a2b3c4d.html');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'; style-src 'unsafe-inline' blob:; " +
        'img-src data: blob:; font-src data: blob:; media-src data: blob:; worker-src blob:; ' +
        "connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-forms",
    );
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers).not.toHaveProperty('x-frame-options');
  });

  it('never caches the service worker, and sends the headers of pages', async () => {
    const { headers, body } = await node.app.inject('/service-worker.js');

    expect(body).toBe('worker();');
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toContain("connect-src 'self'");
    expect(headers['content-security-policy']).toContain("worker-src 'self'");
  });

  it('serves its manifest with its media type', async () => {
    const { headers } = await node.app.inject('/manifest.webmanifest');

    expect(headers['content-type']).toContain('application/manifest+json');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toContain("manifest-src 'self'");
  });

  it.each([
    '/api',
    '/api?x',
    '/api/nope',
    '/%61pi/nope',
    `/api/public/session/${'x'.repeat(101)}`,
    '/assets/main-0000.js',
    '/%61ssets/main-0000.js',
    '/socket.io/nope',
    '/socket%2Eio/nope',
    '/..%2f..%2fpackage.json',
    '/favicon.ico',
    '/foo.txt',
    '/codeshare/index.php',
    '/.env',
    '/.well-known/nope',
    '/.vite/manifest.json',
    '/%2evite/manifest.json',
    '/.hidden',
    '/run/frame-00000000.html',
  ])('does not serve %s', async (url) => {
    const response = await node.app.inject(url);

    expect(response.body).not.toMatch(/the app|names/);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toHaveProperty('code');
  });

  it('serves a page whose address contains a dot', async () => {
    const { statusCode, body } = await node.app.inject('/test-payments/a%20name.%20And%20more');

    expect(statusCode).toBe(200);
    expect(body).toContain('the app');
  });

  it.each(['/', '/login', '/codeshare/private-room-1'])(
    'refuses to change %s and names what it allows',
    async (url) => {
      const response = await node.app.inject({ method: 'POST', url });
      expect(response.statusCode).toBe(405);
      expect(response.headers.allow).toBe('GET, HEAD');
    },
  );

  it('refuses other methods on files', async () => {
    expect((await node.app.inject({ method: 'POST', url: '/foo.txt' })).statusCode).toBe(404);
  });
});
