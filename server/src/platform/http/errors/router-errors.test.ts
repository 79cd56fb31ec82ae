import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => node.close());

interface Answer extends Pick<IncomingMessage, 'statusCode' | 'headers'> {
  body: string;
}

/** Sends a raw request target, from a network behind the balancer. */
function ask(path: string, network = '192.0.2.1'): Promise<Answer> {
  const { hostname, port } = new URL(node.url);
  const headers = { 'x-forwarded-for': network };
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, headers, agent: false }, (response) => {
      const { statusCode, headers: answered } = response;
      text(response).then((body) => resolve({ statusCode, headers: answered, body }), reject);
    }).on('error', reject);
  });
}

const unreadable = { message: 'The request could not be read.', code: 'bad_request' };
const missing = { message: 'Not found.', code: 'not_found' };

it.each([
  ['/api/%zz', 400, unreadable],
  ['/api/public/session/%', 400, unreadable],
  ['/%c0%80', 400, unreadable],
  ['/login/%zz?x=%zz', 400, unreadable],
  ['http://elsewhere/api/%zz', 400, unreadable],
  [`/api/public/session/${'x'.repeat(101)}`, 404, missing],
])('refuses %s with the error shape and all headers', async (path, status, body) => {
  const answer = await ask(path);
  const { headers } = await ask('/api/nope');

  expect(answer.statusCode).toBe(status);
  expect(JSON.parse(answer.body)).toEqual(body);
  const fixed = (all: Answer['headers']) => ({ ...all, date: '', 'content-length': '' });
  expect(fixed(answer.headers)).toEqual(fixed(headers));
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

it('counts refused requests to the network of the client', { tags: ['long'] }, async () => {
  const statuses: (number | undefined)[] = [];
  for (let n = 0; n < 1_210; n += 10) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('/api/%zz', '192.0.2.2')));
    statuses.push(...answers.map(({ statusCode }) => statusCode));
  }

  expect(statuses.filter((status) => status === 400)).toHaveLength(1_200);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect((await ask('/api/%zz', '192.0.2.3')).statusCode).toBe(400);
});
