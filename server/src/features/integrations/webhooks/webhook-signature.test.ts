import { expect, it } from 'vitest';
import { newWebhookSecret, signedHeaders } from './webhook-signature.ts';

it('signs as the published example of Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const moment = 1_614_265_330_000;

  expect(signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', '{"test": 2432232314}', [secret, secret], moment)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature':
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('makes secrets of 256 random bits', () => {
  const secrets = Array.from({ length: 10 }, newWebhookSecret);

  expect(new Set(secrets).size).toBe(10);
  expect(secrets.every((secret) => Buffer.from(secret.replace('whsec_', ''), 'base64').length === 32)).toBe(true);
});
