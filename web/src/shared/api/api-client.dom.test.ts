import { afterEach, expect, test, vi } from 'vitest';
import { serveApi } from '../../testing/fake-api.ts';
import { call, callPublic } from './api-client.ts';
import { download } from './download.ts';

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('sends a route’s method to its URL with encoded parameters', async () => {
  localStorage.setItem('token', 'account-token');
  const calls = serveApi({ 'DELETE /api/users/a%2Fb': {}, 'GET /api/interview-sessions?page=2': {} });
  await call('DELETE /users/:id', { params: { id: 'a/b' } });
  await call('GET /interview-sessions', { query: { page: 2 } });
  expect(calls.map(({ call: made }) => made)).toEqual([
    'DELETE /api/users/a%2Fb',
    'GET /api/interview-sessions?page=2',
  ]);
  expect(calls[0]?.authorization).toBe('Bearer account-token');
});

test('accepts only the routes of the contract, with their input', () => {
  // Compiled, and not run: if a line compiles against its expectation, the type check fails.
  const calls = () => [
    // @ts-expect-error -- no such URL
    call('GET /user/unknown'),
    // @ts-expect-error -- this URL has no such method
    call('PUT /logout'),
    // @ts-expect-error -- lacks the parameter
    call('DELETE /users/:id'),
    // @ts-expect-error -- a misspelt parameter
    call('DELETE /users/:id', { params: { user: 'u-1' } }),
    // @ts-expect-error -- lacks the password
    call('POST /login', { body: { email: 'ada@example.com' } }),
    // @ts-expect-error -- a misspelt query
    call('GET /interview-sessions', { query: { pages: 2 } }),
    // @ts-expect-error -- the reply has no such field
    call('GET /user').then(({ address }) => address),
    // @ts-expect-error -- needs an account
    callPublic('GET /user'),
    // @ts-expect-error -- its reply is no file
    download('GET /user'),
  ];
  expect(calls).toBeTypeOf('function');
});
