import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveRunFiles } from './serve-run-files.ts';

let folder: string;
let server: Server;
let origin: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cip-run-files-'));
  const file = (path: string, content: string) => {
    const source = join(folder, path.replaceAll('/', '-'));
    writeFileSync(source, content);
    return { path, source, bytes: content.length, download: content.length };
  };
  const files = [
    file('run/frame-1.html', '<script>1</script>'),
    file('run/preview-1.html', '<script>1</script>'),
    file('run/lua/glue-1.wasm', 'wasm'),
  ];
  const serve = serveRunFiles(async () => ({ files }));
  server = createServer((request, response) => {
    void serve(request, response, () => response.writeHead(404).end('next'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test('serves the frame with the policy for an opaque origin', async () => {
  const { status, headers } = await fetch(`${origin}/run/frame-1.html`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox allow-scripts$/);
});

test('serves the preview with a policy of its own', async () => {
  const { headers } = await fetch(`${origin}/run/preview-1.html`);
  expect(headers.get('content-security-policy')).toMatch(/; sandbox allow-scripts allow-forms$/);
});

test('serves the files of runtimes and no others', async () => {
  const wasm = await fetch(`${origin}/run/lua/glue-1.wasm`);
  expect(wasm.headers.get('content-type')).toBe('application/wasm');
  expect(await wasm.text()).toBe('wasm');
  for (const path of ['/', '/run/lua/glue-2.wasm', '/run/../frame-1.html'])
    expect(await (await fetch(`${origin}${path}`)).text()).toBe('next');
});
