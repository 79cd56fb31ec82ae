import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { unauthenticated } from '../../errors.ts';
import { authenticate } from './authenticate.ts';

function guardedApp() {
  const app = Fastify();
  authenticate(app, () => Promise.reject(unauthenticated()));
  return app;
}

it.each(['/api/open', '/api/docs-of-ours', '/api/docs/secret', '/admin', '/healthz'])(
  'refuses to register the route %s without declared access',
  (url) => {
    expect(() => guardedApp().get(url, () => 'open')).toThrow(`The route GET ${url} does not declare its access.`);
  },
);

it('refuses requests to a route that was registered before the check', async () => {
  const app = Fastify();
  app.get('/admin', () => 'open');
  authenticate(app, () => Promise.reject(unauthenticated()));

  expect((await app.inject('/admin')).statusCode).toBe(403);
  expect((await app.inject('/nowhere')).statusCode).toBe(404);
});

it('checks access before the body is read', async () => {
  const app = guardedApp();
  app.post('/api/guarded', { config: { access: 'account' } }, () => 'guarded');
  const response = await app.inject({
    method: 'POST',
    url: '/api/guarded',
    payload: '{',
    headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
  });

  expect(response.json()).toMatchObject({ message: 'Please sign in.' });
});
