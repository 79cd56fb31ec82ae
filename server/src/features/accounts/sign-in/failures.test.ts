import * as auth from '@cip/contracts/accounts/auth';
import { changePassword } from '@cip/contracts/accounts/company';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newEmail, PASSWORD, registerCompany } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startRedis } from '../../../testing/services/redis.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

const signIn = (node: TestApp, email: string, password: string, address?: string) =>
  call(node.app, auth.login, { body: { email, password }, ...(address !== undefined && { address }) });

describe.each([
  ['in this process', () => ({})],
  ['in Redis', () => ({ REDIS_URL: inject('redisUrl') })],
])('failed sign-ins counted %s', (_, env) => {
  let node: TestApp;
  beforeAll(async () => {
    node = await startTestApp({ env: { RATE_LIMITS: 'on', ...env() } });
    const { redis } = node.ctx;
    if (redis) await until('Redis', () => redis.commands.status === 'ready');
  });
  afterAll(() => node.close());

  it('pauses this e-mail from this address after five failed sign-ins', async () => {
    const { email } = await registerCompany(node);
    for (let failure = 1; failure <= 5; failure++) expect((await signIn(node, email, 'wrong')).status).toBe(401);

    const paused = await signIn(node, email.toUpperCase(), PASSWORD);

    expect(paused.status).toBe(429);
    expect(paused.error.code).toBe('too_many_requests');
    expect(Number(paused.headers['retry-after'])).toBeGreaterThan(800);
    expect((await signIn(node, email, PASSWORD, '192.0.2.7')).status).toBe(200);
    expect((await signIn(node, newEmail(), PASSWORD)).status).toBe(401);
  });

  it('counts concurrent failed sign-ins', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(node, email, 'wrong')));

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it('resets the failed sign-ins after a success', async () => {
    const { email } = await registerCompany(node);
    for (let round = 0; round < 3; round++) {
      for (let failure = 1; failure <= 4; failure++) await signIn(node, email, 'wrong');
      expect((await signIn(node, email, PASSWORD)).status).toBe(200);
    }
  });

  it('pauses wrong current passwords too', async () => {
    const { token } = await registerCompany(node);
    const attempt = () =>
      call(node.app, changePassword, { token, body: { current_password: 'wrong', new_password: 'another one' } });
    for (let failure = 1; failure <= 5; failure++) expect((await attempt()).status).toBe(422);

    expect((await attempt()).status).toBe(429);
  });
});

it(
  'counts failed sign-ins on while Redis is down, and shares them again when it is back and empty',
  { tags: ['long'] },
  async () => {
    const redis = await startRedis();
    const env = { RATE_LIMITS: 'on', REDIS_URL: redis.url };
    const node = await startTestApp({ env });
    const other = await startTestApp({ env });
    const isReady = ({ ctx }: TestApp) => ctx.redis?.commands.status === 'ready';
    try {
      await until('Redis', () => isReady(node) && isReady(other));
      const email = newEmail();
      for (let failure = 1; failure <= 2; failure++) expect((await signIn(node, email, 'wrong')).status).toBe(401);
      await redis.kill();
      await until('the loss of Redis', () => !isReady(node) && !isReady(other));
      for (let failure = 3; failure <= 4; failure++) expect((await signIn(node, email, 'wrong')).status).toBe(401);
      await redis.restart();
      await until('Redis', () => isReady(node) && isReady(other));

      expect((await signIn(node, email, 'wrong')).status).toBe(401);
      expect((await signIn(other, email, 'wrong')).status).toBe(429);
      expect((await signIn(node, email, 'wrong')).status).toBe(429);
    } finally {
      await Promise.all([node.close(), other.close()]);
      await redis.stop();
    }
  },
);
