import { listPlans, paymentWebhook } from '@cip/contracts/billing/billing';
import { getQuestion } from '@cip/contracts/questions/questions';
import { expect, it } from 'vitest';
import { addQuestion, registerCompany } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startTestApp } from '../../../testing/test-app.ts';

it('limits requests per network', async () => {
  const node = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  try {
    const ask = (address: string) => call(node.app, listPlans, { address });
    const answers = [];
    for (let n = 0; n < 1_210; n += 10)
      answers.push(...(await Promise.all(Array.from({ length: 10 }, () => ask('192.0.2.1')))));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1_200);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.error).toEqual({
      message: 'Too many requests. Please wait a moment.',
      code: 'too_many_requests',
    });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('192.0.2.2')).status).toBe(200);
    // The router decodes addresses: another spelling is the same endpoint.
    const disguised = { url: '/%61pi/subscription-plans', remoteAddress: '192.0.2.1' };
    expect((await node.app.inject(disguised)).statusCode).toBe(429);
    // Webhooks are authenticated by their signature and not limited.
    expect((await call(node.app, paymentWebhook, { address: '192.0.2.1', body: {} })).status).toBe(400);
    expect((await node.app.inject({ url: '/healthz', remoteAddress: '192.0.2.1' })).statusCode).toBe(200);
  } finally {
    await node.close();
  }
});

it('counts a large reply as several requests', { tags: ['long'] }, async () => {
  const node = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  try {
    const owner = await registerCompany(node);
    const { id } = await addQuestion(node, owner, { data: 'x'.repeat(1_000_000) });
    const ask = (address: string) =>
      call(node.app, getQuestion, { token: owner.token, params: { id }, address }).then(({ status }) => status);

    const statuses: number[] = [];
    while (statuses.length < 400 && !statuses.includes(429)) statuses.push(await ask('192.0.2.9'));

    // A reply of 1 MB counts as thirty-one.
    expect(statuses).toHaveLength(40);
    expect(await ask('192.0.2.10')).toBe(200);
  } finally {
    await node.close();
  }
});
