import { register } from '@cip/contracts/accounts/auth';
import { expect, it } from 'vitest';
import { newEmail, PASSWORD } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

const PRODUCTION = { NODE_ENV: 'production', JWT_SECRET: 'q7Vd0c2mXx8rTz4LwB9sKfYpN1hJgE5u' };

// Refused because the passwords differ, so that it costs no hash; it still counts.
const enter = (node: TestApp, address: string) =>
  call(node.app, register, {
    address,
    body: { name: 'Acme', email: newEmail(), password: PASSWORD, password_confirmation: 'another' },
  });

it('pauses a network that registers too often in production, and no other', async () => {
  const node = await startTestApp({ env: { ...PRODUCTION, RATE_LIMITS: 'on' } });
  try {
    for (let n = 0; n < 60; n++) expect((await enter(node, '192.0.2.1')).status).toBe(422);

    const refused = await enter(node, '192.0.2.1');
    expect(refused.status).toBe(429);
    expect(refused.error).toEqual({
      code: 'too_many_requests',
      message: 'Too many attempts. Please try again later.',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await enter(node, '192.0.2.2')).status).toBe(422);
  } finally {
    await node.close();
  }
});

it('does not limit registrations outside production', async () => {
  const node = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  try {
    for (let n = 0; n < 70; n++) expect((await enter(node, '192.0.2.1')).status).toBe(422);
  } finally {
    await node.close();
  }
});
