import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { deleteInterview } from '@cip/contracts/interviews/interviews';
import {
  cancelInterview,
  quickStart as startCall,
  scheduleInterview,
  startInterview,
} from '@cip/contracts/interviews/planning';
import { decideInterview } from '@cip/contracts/scorecards/scorecards';
import * as contract from '@cip/contracts/integrations/webhooks';
import { WEBHOOK_EVENTS, WEBHOOKS_MAX, type WebhookEvent } from '@cip/contracts/integrations/webhooks';
import { listAudit } from '@cip/contracts/accounts/audit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addInterviewer,
  endInterview,
  newRoomCode,
  quickStart,
  registerCompany,
  type SignedIn,
} from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startMailNode, type MailNode } from '../../../testing/mails/mail-node.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testing/http/webhook-receiver.ts';
import { deleteOldDeliveries } from './deliveries.service.ts';
import * as outbox from './outbox.repository.ts';

// Two nodes that share the work.
let mails: MailNode;
let node: TestApp;
let other: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  mails = await startMailNode();
  node = mails.node;
  const env = { SMTP_URL: mails.mailbox.url, PUBLIC_URL: 'https://interviews.example' };
  other = await startTestApp({ databaseUrl: node.ctx.config.databaseUrl ?? '', env });
});
afterAll(async () => {
  await other.close();
  await mails.close();
});
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await node.ctx.db.deleteFrom('webhooks').execute();
  await receiver.close();
});

const create = (token: string, changes: object = {}) =>
  call(node.app, contract.createWebhook, {
    token,
    body: { url: receiver.url, events: [...WEBHOOK_EVENTS], ...changes },
  });

async function withWebhook(events: WebhookEvent[] = ['interview.started']) {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const { webhook, secret } = (await create(owner.token, { events })).reply;
  return { owner, token: owner.token, webhook, secret, params: { id: webhook.id } };
}

const deliveriesOf = async ({ token }: SignedIn, id: string) =>
  (await call(node.app, contract.listWebhookDeliveries, { token, params: { id } })).reply.data;

/** Polls the newest delivery of a webhook until it fits. */
async function untilDelivery(
  owner: SignedIn,
  id: string,
  what: string,
  fits: (delivery: contract.WebhookDelivery) => boolean,
): Promise<contract.WebhookDelivery> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const [first] = await deliveriesOf(owner, id);
    if (first && fits(first)) return first;
    if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}: ${JSON.stringify(first)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Makes the waiting messages due, as if their time had come. */
const makeDue = () =>
  node.ctx.db
    .updateTable('webhook_deliveries')
    .set({ due_at: sql<string>`now()` })
    .where('due_at', 'is not', null)
    .execute();

const received = (count: number) => until(`${count} messages`, () => receiver.received.length >= count);

function plan(token: string) {
  const body = {
    room_code: newRoomCode(),
    candidate_name: 'Ada Lovelace',
    candidate_email: 'ada@example.com',
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  };
  return call(node.app, scheduleInterview, { token, body });
}

describe('a webhook', () => {
  it('reports a session’s events, signed, and nothing else', async () => {
    const { token, owner, secret } = await withWebhook([...WEBHOOK_EVENTS]);
    const { session } = (await plan(token)).reply;
    await received(1);
    await call(node.app, startInterview, { token, params: { id: session.id } });
    await received(2);
    await endInterview(node, owner, session.room_code);
    await received(3);
    const body = { decision: 'advance' as const, reason: 'Private words' };
    await call(node.app, decideInterview, { token, params: { id: session.id }, body });
    await received(4);
    const second = (await plan(token)).reply.session;
    await call(node.app, cancelInterview, { token, params: { id: second.id } });
    await received(6);

    const messages = receiver.received.map((message) => JSON.parse(message.body));
    expect(messages.map(({ type, data }) => [type, data.id, data.status])).toEqual([
      ['interview.planned', session.id, 'scheduled'],
      ['interview.started', session.id, 'active'],
      ['interview.ended', session.id, 'completed'],
      ['interview.decided', session.id, 'completed'],
      ['interview.planned', second.id, 'scheduled'],
      ['interview.cancelled', second.id, 'cancelled'],
    ]);
    expect(Object.keys(messages[0])).toEqual(['type', 'timestamp', 'data']);
    expect(messages[3].data).toEqual({
      id: session.id,
      room_code: session.room_code,
      status: 'completed',
      scheduled_at: session.scheduled_at,
      started_at: expect.any(String),
      ended_at: expect.any(String),
      decision: 'advance',
    });
    const text = JSON.stringify(receiver.received);
    for (const secretText of ['Ada', 'ada@example.com', 'Private words']) expect(text).not.toContain(secretText);
    for (const { headers, body: sent } of receiver.received) {
      const signed = [headers['webhook-id'], headers['webhook-timestamp'], sent].join('.');
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
      expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(60);
      expect(headers['content-type']).toBe('application/json');
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(6);
  });

  it('sends each message once from several nodes, and only its company’s', async () => {
    const { owner } = await withWebhook();
    const stranger = await registerCompany(node, { plan: 'enterprise' });
    await quickStart(node, stranger);
    const started = [];
    for (let count = 0; count < 12; count++) started.push((await quickStart(count % 2 ? node : other, owner)).id);
    await received(12);

    const ids = receiver.received.map(({ body }) => String(JSON.parse(body).data.id));
    expect(ids.toSorted()).toEqual(started.toSorted());
  });

  it('sends nothing of a change that was rolled back', async () => {
    const { owner, webhook } = await withWebhook(['interview.started']);
    const { room_code } = await quickStart(node, owner);
    await quickStart(node, owner, room_code);
    const body = { room_code };
    const stranger = await registerCompany(node, { plan: 'enterprise' });
    expect((await call(node.app, startCall, { token: stranger.token, body })).status).toBe(409);

    expect(await deliveriesOf(owner, webhook.id)).toHaveLength(1);
  });

  it('signs with both secrets for a day after a replacement', async () => {
    const { owner, token, secret, params } = await withWebhook();
    const renewed = (await call(node.app, contract.rotateWebhookSecret, { token, params })).reply;
    expect(renewed.secret).not.toBe(secret);
    expect(Date.parse(renewed.webhook.old_secret_until ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    await quickStart(node, owner);
    await received(1);
    await node.ctx.db
      .updateTable('webhooks')
      .set({ old_secret_until: new Date(Date.now() - 1_000).toISOString() })
      .execute();
    await quickStart(node, owner);
    await received(2);

    const [both, one] = receiver.received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length);
    expect([both, one]).toEqual([2, 1]);
    await deleteOldDeliveries(node.ctx);
    expect(await node.ctx.db.selectFrom('webhooks').select('old_secret').execute()).toEqual([{ old_secret: null }]);
  });

  it('deletes the deliveries about a session with the session', async () => {
    const { owner, token, webhook } = await withWebhook();
    const { id } = await quickStart(node, owner);
    await untilDelivery(owner, webhook.id, 'the delivery', ({ state }) => state === 'delivered');
    await call(node.app, deleteInterview, { token, params: { id } });

    expect(await deliveriesOf(owner, webhook.id)).toEqual([]);
  });
});

describe('a message that does not arrive', () => {
  it('repeats a failed message after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, with the same id', async () => {
    const { owner, webhook } = await withWebhook();
    receiver.reply = (response) => response.writeHead(500).end();
    await quickStart(node, owner);
    const pauses: number[] = [];
    for (let tries = 1; tries < 8; tries++) {
      const { due_at, tried_at } = await untilDelivery(
        owner,
        webhook.id,
        `try ${tries}`,
        (delivery) => delivery.tries === tries && delivery.status === 500 && receiver.received.length === tries,
      );
      pauses.push(Math.round((Date.parse(due_at ?? '') - Date.parse(tried_at ?? '')) / 1_000));
      await makeDue();
    }
    const last = await untilDelivery(owner, webhook.id, 'the end', ({ state }) => state === 'failed');

    expect(pauses).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]);
    expect(last).toMatchObject({ tries: 8, due_at: null, status: 500 });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    // Failing for a moment only: it stays on.
    const [found] = (await call(node.app, contract.listWebhooks, owner)).reply.webhooks;
    expect(found).toMatchObject({ disabled_at: null, failing_since: expect.any(String) });
  }, 30_000);

  it('delivers a failed message again with the same id', async () => {
    const { owner, token, params, webhook } = await withWebhook();
    receiver.reply = (response) => response.writeHead(500).end();
    await quickStart(node, owner);
    const { id } = await untilDelivery(owner, webhook.id, 'a failure', ({ status }) => status === 500);
    receiver.reply = (response) => response.writeHead(200).end();
    const again = await call(node.app, contract.redeliverWebhook, { token, params: { ...params, delivery_id: id } });

    expect(again.reply.delivery).toMatchObject({ id, state: 'waiting', tries: 0 });
    await untilDelivery(owner, webhook.id, 'the delivery', ({ state }) => state === 'delivered');
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    expect((await call(node.app, contract.listWebhooks, owner)).reply.webhooks).toMatchObject([
      { failing_since: null },
    ]);
  });

  it('serves webhooks first that were not served for longer', async () => {
    const { owner, token } = await withWebhook();
    for (let more = 0; more < 2; more++) await create(token, { events: ['interview.started'] });
    const { db } = node.ctx;
    await db
      .updateTable('webhooks')
      .set({ claimed_until: sql<string>`now() + interval '1 hour'` })
      .execute();
    await quickStart(node, owner);
    const { webhooks } = (await call(node.app, contract.listWebhooks, owner)).reply;
    const [served, servedBefore, never] = webhooks.map(({ id }) => id);
    const claimed: unknown[] = [];
    // Rolled back: the nodes see none of it.
    const rollingBack = db.transaction().execute(async (trx) => {
      const end = (id: string | undefined, at: string | null) =>
        trx
          .updateTable('webhooks')
          .set({ claimed_until: at && sql<string>`now() - ${at}::interval` })
          .where('id', '=', id ?? '')
          .execute();
      await end(served, '1 minute');
      await end(servedBefore, '2 minutes');
      await end(never, null);
      for (let turns = 0; turns < 3; turns++) claimed.push(...(await outbox.claimWebhooks(trx, 1)).map(({ id }) => id));
      throw new Error('rolled back');
    });

    await expect(rollingBack).rejects.toThrow('rolled back');
    expect(claimed).toEqual([never, servedBefore, served]);
  });

  it('does not delay the messages of other webhooks', async () => {
    const { owner, token, webhook } = await withWebhook();
    receiver.reply = () => {};
    const second = await startWebhookReceiver();
    await create(token, { url: second.url, events: ['interview.started'] });
    await quickStart(node, owner);
    await quickStart(node, owner);
    await until('the other receiver', () => second.received.length === 2);

    expect(await deliveriesOf(owner, webhook.id)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
    await second.close();
  });
});

describe('a message that is delivered again while it is being sent', () => {
  /** Holds the replies of the receiver and counts how many it owes at the same time. */
  function holdReplies() {
    const open: ServerResponse[] = [];
    const held = { most: 0, reply: (status: number) => open.shift()?.writeHead(status).end() };
    receiver.reply = (response) => {
      held.most = Math.max(held.most, open.push(response));
    };
    return held;
  }

  it.each([500, 204])(
    'sends a redelivered message once more after the reply %i, and not in parallel',
    async (status) => {
      const { owner, token, params, webhook } = await withWebhook();
      const held = holdReplies();
      await serveUntil('1 hour');
      await quickStart(node, owner);
      // The last try: without the redelivery, a failure would end it.
      await node.ctx.db.updateTable('webhook_deliveries').set({ tries: 7 }).execute();
      await serveUntil('0');
      await received(1);
      const [message] = await deliveriesOf(owner, webhook.id);
      for (let presses = 0; presses < 2; presses++)
        await call(node.app, contract.redeliverWebhook, {
          token,
          params: { ...params, delivery_id: message?.id ?? '' },
        });
      held.reply(status);
      await received(2);
      held.reply(204);

      const delivered = await untilDelivery(owner, webhook.id, 'the end', ({ state }) => state === 'delivered');
      expect(delivered).toMatchObject({ id: message?.id, tries: 1, status: 204, due_at: null });
      expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([message?.id, message?.id]);
      expect(held.most).toBe(1);
    },
  );

  /** Claims the webhook for so long in place of a node. */
  const serveUntil = (interval: string) =>
    node.ctx.db
      .updateTable('webhooks')
      .set({ claimed_until: sql<string>`now() + ${interval}::interval` })
      .returning(sql<string>`claimed_until::text`.as('claim'))
      .executeTakeFirstOrThrow();

  /** A webhook that this test serves, with a claimed message. */
  async function claimed() {
    const { owner, webhook, token, params } = await withWebhook();
    const { id } = webhook;
    const { claim } = await serveUntil('1 hour');
    await quickStart(node, owner);
    const message = await outbox.claimDelivery(node.ctx.db, { id, claim });
    if (!message) throw new Error('There is no message');
    const redeliver = () =>
      call(node.app, contract.redeliverWebhook, { token, params: { ...params, delivery_id: message.id } });
    return { owner, id, claim, message, redeliver };
  }

  it('keeps all tries of a redelivered message if the node stops', async () => {
    const { owner, id, message, redeliver } = await claimed();
    await redeliver();
    await outbox.returnDelivery(node.ctx.db, message);

    expect(await deliveriesOf(owner, id)).toMatchObject([{ state: 'waiting', tries: 0 }]);
  });

  it('gives up a message if its webhook is gone meanwhile', async () => {
    const { owner, id, message, redeliver } = await claimed();
    await redeliver();
    await node.ctx.db.transaction().execute((trx) => outbox.disableWebhook(trx, id));
    await outbox.returnDelivery(node.ctx.db, message);

    expect((await redeliver()).status).toBe(409);
    expect(await deliveriesOf(owner, id)).toMatchObject([{ state: 'failed', due_at: null }]);
  });

  it('leaves a message to the node that took over', async () => {
    const { owner, id, claim } = await claimed();
    await quickStart(node, owner);
    await serveUntil('1 hour');
    expect(await outbox.claimDelivery(node.ctx.db, { id, claim })).toBeUndefined();
    await outbox.releaseWebhook(node.ctx.db, { id, claim });

    const [{ claimed_until: until } = {}] = await node.ctx.db.selectFrom('webhooks').select('claimed_until').execute();
    expect(until).toEqual(expect.any(String));
  });
});

describe('a webhook that fails', () => {
  /** Lets the webhook fail since then, and only then makes its message due: otherwise it would be sent before. */
  async function failFor(hours: number, tries: number): Promise<void> {
    await node.ctx.db
      .updateTable('webhooks')
      .set({ failing_since: new Date(Date.now() - hours * 3_600_000).toISOString() })
      .execute();
    await node.ctx.db
      .updateTable('webhook_deliveries')
      .set({ tries, due_at: sql<string>`now()` })
      .execute();
  }

  it('switches a webhook off with its last try after a day, and tells its owner', async () => {
    const { owner, token, params, webhook } = await withWebhook();
    receiver.reply = (response) => response.writeHead(500).end();
    await quickStart(node, owner);
    await untilDelivery(owner, webhook.id, 'a failure', ({ status }) => status === 500);
    const mail = mails.mailbox.next(owner.email);
    await failFor(25, 7);
    const { id } = await untilDelivery(owner, webhook.id, 'the end', ({ state }) => state === 'failed');

    expect((await mail).text).toContain('A webhook of your company was switched off');
    const [found] = (await call(node.app, contract.listWebhooks, owner)).reply.webhooks;
    expect(found?.disabled_at).toEqual(expect.any(String));
    const { data } = (await call(node.app, listAudit, { token })).reply;
    expect(data[0]).toMatchObject({ action: 'settings.webhook_disabled', actor: 'product' });
    const redeliver = () =>
      call(node.app, contract.redeliverWebhook, { token, params: { ...params, delivery_id: id } });
    expect((await redeliver()).status).toBe(409);
    await quickStart(node, owner);
    expect(await deliveriesOf(owner, webhook.id)).toHaveLength(1);

    receiver.reply = (response) => response.writeHead(200).end();
    const on = await call(node.app, contract.enableWebhook, { token, params });
    expect(on.reply.webhook).toMatchObject({ disabled_at: null, failing_since: null });
    expect((await redeliver()).status).toBe(200);
    await untilDelivery(owner, webhook.id, 'the delivery', ({ state }) => state === 'delivered');
  });

  it('switches a webhook off immediately after a 410', async () => {
    const { owner, webhook } = await withWebhook();
    receiver.reply = (response) => response.writeHead(410).end();
    await quickStart(node, owner);
    await untilDelivery(owner, webhook.id, 'the end', ({ state }) => state === 'failed');

    const [found] = (await call(node.app, contract.listWebhooks, owner)).reply.webhooks;
    expect(found?.disabled_at).toEqual(expect.any(String));
  });

  it('never connects to a webhook whose host moved to a forbidden address', async () => {
    const { owner, webhook } = await withWebhook();
    await node.ctx.db.updateTable('webhooks').set({ url: 'https://169.254.169.254/latest/meta-data' }).execute();
    await quickStart(node, owner);

    const { failure } = await untilDelivery(
      owner,
      webhook.id,
      'the refusal',
      (delivery) => delivery.tries === 1 && delivery.failure !== null,
    );
    expect(failure).toBe('refused');
  });
});

describe('adding a webhook', () => {
  it('adds a webhook only for the owner with a recent sign-in', async () => {
    const { owner, params } = await withWebhook();
    const ida = await addInterviewer(node, owner);
    expect((await create(ida.token)).status).toBe(403);
    await node.ctx.db
      .updateTable('auth_sessions')
      .set({ authenticated_at: new Date(Date.now() - 3_600_000).toISOString() })
      .execute();

    expect((await create(owner.token)).error.code).toBe('reauthenticate');
    const rotated = await call(node.app, contract.rotateWebhookSecret, { token: owner.token, params });
    expect(rotated.error.code).toBe('reauthenticate');
  });

  it.each([
    'https://localhost/',
    'https://10.0.0.1/',
    'https://192.168.1.1:8443/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://2852039166/',
    'https://0xa.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00:ec2::254]/',
    'http://93.184.216.34/',
    'https://user:password@93.184.216.34/',
    'https://93.184.216.34/#part',
    'https://does-not-exist.invalid/',
    'ftp://93.184.216.34/',
    'https://',
    'javascript:alert(1)',
    '',
  ])('refuses %s', async (url) => {
    const { status, error } = await create((await registerCompany(node)).token, { url });

    expect(status).toBe(422);
    expect(Object.keys(error.errors ?? {})).toEqual(['url']);
  });

  it.each([{ events: [] }, { events: ['interview.started', 'interview.started'] }, { events: ['all'] }, { extra: 1 }])(
    'refuses %j',
    async (changes) => {
      expect((await create((await registerCompany(node)).token, changes)).status).toBe(422);
    },
  );

  it('adds no webhooks beyond the limit, even for concurrent requests', async () => {
    const { token } = await registerCompany(node);
    const statuses = await Promise.all(
      Array.from({ length: WEBHOOKS_MAX + 3 }, async () => (await create(token)).status),
    );

    expect(statuses.filter((status) => status === 201)).toHaveLength(WEBHOOKS_MAX);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
  });

  it('stores the secret of a webhook sealed', async () => {
    const { secret } = await withWebhook();

    const rows = await node.ctx.db.selectFrom('webhooks').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6, -1));
  });
});

it('deletes deliveries after a month', async () => {
  const { owner, webhook } = await withWebhook();
  await quickStart(node, owner);
  await untilDelivery(owner, webhook.id, 'the delivery', ({ state }) => state === 'delivered');
  const age = (days: number) =>
    node.ctx.db
      .updateTable('webhook_deliveries')
      .set({ created_at: new Date(Date.now() - days * 86_400_000).toISOString() })
      .execute();
  await age(29);
  await deleteOldDeliveries(node.ctx);
  expect(await deliveriesOf(owner, webhook.id)).toHaveLength(1);
  await age(31);
  await deleteOldDeliveries(node.ctx);

  expect(await deliveriesOf(owner, webhook.id)).toEqual([]);
});
