import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

/** Sends a raw request target, which browsers, fetch and `inject` would normalize. */
function ask(path: string): Promise<IncomingMessage> {
  const { hostname, port } = new URL(node.url);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, agent: false }, (response) => resolve(response.resume())).on('error', reject);
  });
}

it.each([
  ['/api/subscription-plans', 200],
  ['/%61pi/subscription-plans', 200],
  ['/%61%70%69/subscription%2Dplans?', 200],
  ['/%61pi/subscription-plans#', 200],
  ['http://elsewhere/api/subscription-plans', 200],
  ['HTTP://elsewhere/%61pi/subscription-plans', 200],
  ['/%61pi/nope', 404],
  ['/api', 404],
])('treats %s as a request to the API', async (path, status) => {
  const { headers, statusCode } = await ask(path);

  expect(statusCode).toBe(status);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-security-policy']).not.toContain('require-trusted-types-for');
});

it.each(['/', '/apiary', '/login?/api/', '/API/login', 'http://elsewhere/login', '/login%2Fapi/x'])(
  'treats a page written as %s as a page',
  async (path) => {
    expect((await ask(path)).headers['content-security-policy']).toContain('require-trusted-types-for');
  },
);
