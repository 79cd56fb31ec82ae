import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { unauthenticated } from '../errors.ts';
import { authenticate } from './authenticate.ts';

function guardedApp() {
  const app = Fastify();
  authenticate(app, () => Promise.reject(unauthenticated()));
  return app;
}

it('refuses a route under /api that does not say who may use it', () => {
  expect(() => guardedApp().get('/api/open', () => 'open')).toThrow(
    'The route GET /api/open does not declare who may use it.',
  );
});

it('guards a route before its body is read', async () => {
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
