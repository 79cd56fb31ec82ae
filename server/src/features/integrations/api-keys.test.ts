import { API_KEYS_MAX, createApiKey, listApiKeys, revokeApiKey } from '@cip/contracts/integrations/api-keys';
import { listAudit } from '@cip/contracts/accounts/audit';
import { listInterviewers } from '@cip/contracts/accounts/interviewers';
import { getInterviewByRoom, listInterviews } from '@cip/contracts/interviews/interviews';
import { quickStart as startCall } from '@cip/contracts/interviews/planning';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addInterviewer,
  endInterview,
  makeKey,
  newRoomCode,
  quickStart,
  registerCompany,
} from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { findTextInDatabase } from '../../testing/mails/find-text.ts';
import { PlainClient } from '../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { deleteEndedKeys } from './api-keys.service.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'on' } });
});
afterAll(() => node.close());

const keysOf = async ({ token }: { token: string }) => (await call(node.app, listApiKeys, { token })).reply.keys;

describe('an API key', () => {
  it('allows a key the calls of its scope, and lists it without its secret', async () => {
    const owner = await registerCompany(node);
    const { room_code } = await quickStart(node, owner);
    const { key, secret } = await makeKey(node, owner, 'Greenhouse', 'read');

    const { reply } = await call(node.app, listInterviews, { token: secret });
    expect(reply.data.map((interview) => interview.room_code)).toEqual([room_code]);
    expect((await call(node.app, getInterviewByRoom, { token: secret, params: { room_code } })).status).toBe(200);
    expect((await call(node.app, listInterviewers, { token: secret })).status).toBe(200);
    const body = { room_code: newRoomCode() };
    expect((await call(node.app, startCall, { token: secret, body })).error.message).toBe(
      'This API key can only read.',
    );

    const listed = await keysOf(owner);
    expect(listed).toEqual([{ ...key, last_used_at: expect.any(String) }]);
    expect(secret.endsWith(key.hint)).toBe(true);
    expect(JSON.stringify(listed)).not.toContain(secret);
  });

  it('stores only a digest of a key', async () => {
    const { secret } = await makeKey(node, await registerCompany(node));

    expect(await findTextInDatabase(node.ctx.db, secret.slice(4, -4))).toEqual([]);
  });

  it('refuses a revoked key immediately, and keeps its name in the audit log', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise', name: 'Acme' });
    const { key, secret } = await makeKey(node, owner, 'Greenhouse');
    const { room_code } = (await call(node.app, startCall, { token: secret, body: { room_code: newRoomCode() } })).reply
      .session;
    await endInterview(node, { token: secret }, room_code);

    const { token } = owner;
    expect((await call(node.app, revokeApiKey, { token, params: { id: key.id } })).status).toBe(200);

    expect((await call(node.app, listInterviews, { token: secret })).status).toBe(401);
    expect((await call(node.app, revokeApiKey, { token, params: { id: key.id } })).status).toBe(404);
    expect(await keysOf(owner)).toEqual([]);
    const { data } = (await call(node.app, listAudit, { token })).reply;
    expect(data.slice(0, 4).map(({ action, actor, actor_name }) => [action, actor, actor_name])).toEqual([
      ['settings.api_key_revoked', 'user', 'Acme'],
      ['interview.ended', 'key', 'Greenhouse'],
      ['interview.started', 'key', 'Greenhouse'],
      ['settings.api_key_created', 'user', 'Acme'],
    ]);
  });

  it('opens no socket for a key', async () => {
    const owner = await registerCompany(node);
    const { room_code: roomCode } = await quickStart(node, owner);
    const { secret } = await makeKey(node, owner);

    const client = new PlainClient(node.url, { roomCode, authToken: secret });
    let refusal: (Error & { data?: unknown }) | undefined;
    client.socket.on('connect_error', (error: Error) => (refusal = error));
    await until('the refusal', () => refusal);
    client.close();

    expect(refusal?.data).toMatchObject({ code: 'unauthenticated' });
  });

  it.each([
    ['/api/interview-sessions', 'api_key'],
    ['/api/subscription-plans', 'token'],
  ])('refuses a key in the address %s?%s=', async (path, name) => {
    const { secret } = await makeKey(node, await registerCompany(node));

    const { statusCode, body } = await node.app.inject({ url: path, query: { [name]: secret } });

    expect(statusCode).toBe(400);
    expect(body).toContain('never in the address');
    expect(body).not.toContain(secret);
  });

  it('limits the rate of each key', async () => {
    const owner = await registerCompany(node);
    const [busy, calm] = [await makeKey(node, owner, 'busy', 'read'), await makeKey(node, owner, 'calm', 'read')];
    const statuses = new Set<number>();
    // From two networks, which together stay below their own limit.
    for (let count = 0; count < 301; count++)
      statuses.add(
        (await call(node.app, listInterviews, { token: busy.secret, address: `192.0.2.${count % 2}` })).status,
      );

    const refused = await call(node.app, listInterviews, { token: busy.secret, address: '192.0.2.9' });

    expect([...statuses]).toEqual([200, 429]);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call(node.app, listInterviews, { token: calm.secret })).status).toBe(200);
  });
});

describe('creating an API key', () => {
  const create = (token: string, changes: object = {}) =>
    call(node.app, createApiKey, { token, body: { name: 'ATS', scope: 'read', days: 30, ...changes } });

  it('creates a key only for the owner with a recent sign-in', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);
    expect((await create(ida.token)).status).toBe(403);
    const { secret } = await makeKey(node, owner);
    expect((await create(secret)).error.message).toBe('API keys cannot make this call.');
    const long = new Date(Date.now() - 3_600_000).toISOString();
    await node.ctx.db.updateTable('auth_sessions').set({ authenticated_at: long }).execute();

    expect((await create(owner.token)).error.code).toBe('reauthenticate');
  });

  it.each([{ name: ' ' }, { name: 'x'.repeat(51) }, { scope: 'admin' }, { days: 0 }, { days: 366 }, { extra: 1 }])(
    'refuses %j',
    async (changes) => {
      expect((await create((await registerCompany(node)).token, changes)).status).toBe(422);
    },
  );

  it('creates no keys beyond the limit, even for concurrent requests', async () => {
    const { token } = await registerCompany(node);
    const statuses = await Promise.all(
      Array.from({ length: API_KEYS_MAX + 5 }, async () => (await create(token)).status),
    );

    expect(statuses.filter((status) => status === 201)).toHaveLength(API_KEYS_MAX);
    expect(statuses.filter((status) => status === 409)).toHaveLength(5);
  });
});

it('deletes keys a year after they ended', async () => {
  const owner = await registerCompany(node);
  const [old, recent] = [await makeKey(node, owner, 'old'), await makeKey(node, owner, 'recent')];
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const { db } = node.ctx;
  await db
    .updateTable('api_keys')
    .set({ revoked_at: ago(366) })
    .where('id', '=', old.key.id)
    .execute();
  await db
    .updateTable('api_keys')
    .set({ expires_at: ago(364) })
    .where('id', '=', recent.key.id)
    .execute();

  await deleteEndedKeys(node.ctx);

  const { id: companyId } = owner.company;
  const rows = await db.selectFrom('api_keys').select('name').where('company_id', '=', companyId).execute();
  expect(rows).toEqual([{ name: 'recent' }]);
});
