import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { createServer, type AddressInfo } from 'node:net';
import { listInterviews } from '@cip/contracts/interviews/interviews';
import { createWebhook } from '@cip/contracts/integrations/webhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeKey, quickStart, registerCompany } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { endpoints } from '../../testing/http/endpoints.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

const PAGE = readFileSync(new URL('../../../../docs/operations/integrations.md', import.meta.url), 'utf8');
const EXAMPLES = [...PAGE.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = '']) => code);

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

async function run(code: string, key: string): Promise<string> {
  const env = { INTERVIEWS_URL: node.url, INTERVIEWS_KEY: key };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env });
  return stdout.trim();
}

it('runs the examples of the page with a key', { tags: ['long'] }, async () => {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const { secret } = await makeKey(node, owner);
  const [plan = '', list = '', read = ''] = EXAMPLES;
  expect(EXAMPLES).toHaveLength(4);

  const link = await run(plan, secret);
  const [session] = (await call(node.app, listInterviews, { token: owner.token })).reply.data;

  expect(link).toBe(`${node.url}/codeshare/${session?.room_code}`);
  expect(await run(list, secret)).toBe(`scheduled ${session?.room_code} Ada Lovelace`);
  expect(await run(read, secret)).toBe('sql -- Start coding here...');
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it('runs the receiver of the page, which believes only signed messages', async () => {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const body = { url, events: ['interview.started' as const] };
  const { secret } = (await call(node.app, createWebhook, { token: owner.token, body })).reply;
  const env = { WEBHOOK_SECRET: secret, PORT: String(port) };
  const receiver = spawn(process.execPath, ['--input-type=module', '-e', EXAMPLES[3] ?? ''], { env });
  let output = '';
  receiver.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  try {
    const forged = { 'webhook-id': 'one', 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };
    const signed = { ...forged, 'webhook-signature': `v1,${'A'.repeat(43)}= v2,` };
    let isListening = false;
    await until('the receiver', () => {
      void fetch(url, { method: 'POST', body: '{}' }).then(
        () => (isListening = true),
        () => {},
      );
      return isListening;
    });
    const statuses = await Promise.all(
      [{}, forged, signed].map(async (headers) => (await fetch(url, { method: 'POST', headers, body: '{}' })).status),
    );

    const { room_code } = await quickStart(node, owner);
    await until('the message', () => output !== '');

    expect(output).toBe(`interview.started ${room_code}\n`);
    expect(statuses).toEqual([401, 401, 401]);
  } finally {
    receiver.kill();
  }
});

it('lists on the page exactly the calls that are open to keys', () => {
  const listed = [...PAGE.matchAll(/^\| `([A-Z]+) \/api(\S+)` +\| (read|write) +\|$/gm)].map(
    ([, method, path, scope]) => `${method} ${path?.replaceAll(/\{(\w+)\}/g, ':$1')} ${scope}`,
  );
  const open = endpoints.filter(({ config }) => config.keys).map((e) => `${e.method} ${e.url} ${e.config.keys}`);

  expect(listed.toSorted()).toEqual(open.toSorted());
});
