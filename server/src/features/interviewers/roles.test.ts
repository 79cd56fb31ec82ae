import { randomUUID } from 'node:crypto';
import { listAudit } from '@cip/contracts/accounts/audit';
import { getAccount, login } from '@cip/contracts/accounts/auth';
import { updateCompanyProfile } from '@cip/contracts/accounts/company';
import * as contract from '@cip/contracts/accounts/interviewers';
import { quickStart as quickStartCall, scheduleInterview } from '@cip/contracts/interviews/planning';
import { COORDINATORS_MAX, type GivenRole } from '@cip/contracts/accounts/roles';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addInterviewer,
  newEmail,
  newRoomCode,
  PASSWORD,
  quickStart,
  registerCompany,
  type SignedIn,
} from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { PlainClient } from '../../testing/sockets/plain-client.ts';
import { startRedisPair, type RedisPair } from '../../testing/redis-pair.ts';
import { userIdOf } from '../../testing/http/scorecards.ts';
import { until } from '../../testing/until.ts';

let pair: RedisPair;
const remember = closeAfterEach();
beforeAll(async () => {
  pair = await startRedisPair();
});
afterAll(() => pair.close());

const add = ({ token }: SignedIn, role: GivenRole, body: object = {}) =>
  call(pair.node.app, contract.createInterviewer, {
    token,
    body: { name: 'Ida', email: newEmail(), password: PASSWORD, role, ...body },
  });
const change = ({ token }: SignedIn, id: string, body: object) =>
  call(pair.node.app, contract.updateInterviewer, { token, params: { id }, body });
type Person = SignedIn & { userId: string };
const setRole = (by: SignedIn, { userId, email }: Person, role: GivenRole) =>
  change(by, userId, { name: 'Ida', email, role });
const accountOf = ({ token }: SignedIn, node = pair.node) => call(node.app, getAccount, { token });

/** Moves the sign-ins of a person into the past, so that none is recent. */
const makeOld = async (person: SignedIn) =>
  pair.node.ctx.db
    .updateTable('auth_sessions')
    .set({ authenticated_at: new Date(Date.now() - 3_600_000).toISOString() })
    .where('user_id', '=', await userIdOf(pair.node, person))
    .execute();

it('gives the chosen role, an interviewer without one, and records it', async () => {
  const owner = await registerCompany(pair.node, { plan: 'professional' });

  const roles = [];
  for (const role of ['admin', 'coordinator', undefined] as GivenRole[])
    roles.push((await add(owner, role)).reply.user.role);

  expect(roles).toEqual(['admin', 'coordinator', 'interviewer']);
  const { data } = (await call(pair.node.app, contract.listInterviewers, { token: owner.token })).reply;
  expect(data.map(({ role }) => role)).toEqual(roles);
  const query = { group: 'interviewer' };
  const { data: log } = (await call(pair.node.app, listAudit, { token: owner.token, query })).reply;
  expect(log.map(({ details }) => details.role)).toEqual(roles.toReversed());
  expect((await call(pair.node.app, contract.createInterviewer, { token: owner.token, body: {} })).status).toBe(422);
  expect((await add(owner, 'owner' as GivenRole)).status).toBe(422);
});

it('shows a person their role at the sign-in and later', async () => {
  const owner = await registerCompany(pair.node, { plan: 'professional' });
  const admin = await addInterviewer(pair.node, owner, 'Alma', 'admin');
  const body = { email: admin.email, password: PASSWORD };

  expect((await call(pair.node.app, login, { body })).reply.user).toMatchObject({ role: 'admin', name: 'Alma' });
  expect((await accountOf(admin)).reply.user).toMatchObject({ role: 'admin' });
  expect((await accountOf(owner)).reply.user).toBeUndefined();
});

it('counts admins and interviewers against the plan, and coordinators against a limit of their own', async () => {
  const owner = await registerCompany(pair.node, { plan: 'starter' });
  const coordinator = await addInterviewer(pair.node, owner, 'Cora', 'coordinator');
  const admin = await addInterviewer(pair.node, owner, 'Alma', 'admin');
  await addInterviewer(pair.node, owner, 'Ida');

  for (const role of ['admin', 'interviewer'] as const) {
    expect((await add(owner, role)).error.code).toBe('limit_reached');
    expect((await setRole(owner, coordinator, role)).error.code).toBe('limit_reached');
  }
  expect((await setRole(owner, admin, 'coordinator')).reply.user.role).toBe('coordinator');
  expect((await setRole(owner, coordinator, 'interviewer')).reply.user.role).toBe('interviewer');
  const rows = Array.from({ length: COORDINATORS_MAX - 1 }, () => ({
    company_id: owner.company.id,
    role: 'coordinator' as const,
    name: 'Cora',
    email: newEmail(),
    password_hash: '',
  }));
  await pair.node.ctx.db.insertInto('users').values(rows).execute();

  expect((await add(owner, 'coordinator')).error).toEqual({
    code: 'limit_reached',
    message: `A company has at most ${COORDINATORS_MAX} coordinators. Delete one first.`,
  });
  expect((await setRole(owner, coordinator, 'coordinator')).error.code).toBe('limit_reached');
});

it('asks for a recent sign-in before a new role, and before an admin is added', async () => {
  const owner = await registerCompany(pair.node, { plan: 'professional' });
  const ida = await addInterviewer(pair.node, owner, 'Ida');
  await makeOld(owner);

  expect((await setRole(owner, ida, 'admin')).error.code).toBe('reauthenticate');
  expect((await setRole(owner, ida, 'coordinator')).error.code).toBe('reauthenticate');
  expect((await add(owner, 'admin')).error.code).toBe('reauthenticate');
  expect((await setRole(owner, ida, 'interviewer')).status).toBe(200);
  expect((await add(owner, 'coordinator')).status).toBe(201);
  expect((await accountOf(ida)).reply.user?.role).toBe('interviewer');
});

it('lets an admin manage interviewers and coordinators, but no admin and not the owner', async () => {
  const owner = await registerCompany(pair.node, { plan: 'professional' });
  const admin = await addInterviewer(pair.node, owner, 'Alma', 'admin');
  const second = await addInterviewer(pair.node, owner, 'Anna', 'admin');
  const ida = await addInterviewer(pair.node, owner, 'Ida');
  const ownerId = await userIdOf(pair.node, owner);
  const refusal = { code: 'forbidden', message: "Only the company's owner can add or change an admin." };

  expect((await setRole(admin, ida, 'coordinator')).reply.user.role).toBe('coordinator');
  expect((await add(admin, 'interviewer')).status).toBe(201);
  for (const attempt of [
    () => add(admin, 'admin'),
    () => setRole(admin, ida, 'admin'),
    () => setRole(admin, second, 'interviewer'),
    () => change(admin, second.userId, { name: 'Anna', email: newEmail(), password: 'stolen password' }),
    () => setRole(admin, admin, 'coordinator'),
    () => call(pair.node.app, contract.deleteInterviewer, { token: admin.token, params: { id: second.userId } }),
    () => call(pair.node.app, contract.removeSecondFactor, { token: admin.token, params: { id: second.userId } }),
  ])
    expect((await attempt()).error).toEqual(refusal);
  for (const by of [admin, owner])
    for (const attempt of [
      () => change(by, ownerId, { name: 'Ida', email: newEmail(), role: 'interviewer' }),
      () => call(pair.node.app, contract.deleteInterviewer, { token: by.token, params: { id: ownerId } }),
      () => call(pair.node.app, contract.removeSecondFactor, { token: by.token, params: { id: ownerId } }),
    ])
      expect((await attempt()).error.code).toBe('not_found');
  expect((await accountOf(owner)).status).toBe(200);
  expect((await accountOf(second)).reply.user).toMatchObject({ role: 'admin', email: second.email });
});

it('lets an admin change the profile, but not the e-mail that the owner signs in with', async () => {
  const owner = await registerCompany(pair.node, { plan: 'professional' });
  const { token } = await addInterviewer(pair.node, owner, 'Alma', 'admin');
  const put = (body: object) => call(pair.node.app, updateCompanyProfile, { token, body });

  expect((await put({ name: 'Renamed', email: owner.email, phone: '1' })).reply.company.name).toBe('Renamed');
  for (const email of [newEmail(), owner.email.toUpperCase()])
    expect((await put({ name: 'Renamed', email })).error).toEqual({
      code: 'forbidden',
      message: "Only the company's owner can change its e-mail.",
    });
  expect((await accountOf(owner)).reply.company.email).toBe(owner.email);
});

it('never has a company with a second owner', async () => {
  const owner = await registerCompany(pair.node);
  const row = { company_id: owner.company.id, role: 'owner' as const, name: 'Olga', email: newEmail() };

  await expect(
    pair.node.ctx.db
      .insertInto('users')
      .values({ ...row, password_hash: '' })
      .execute(),
  ).rejects.toThrow(/users_owner/);
});

it('refuses a demoted admin with the old token on every node immediately', async () => {
  const owner = await registerCompany(pair.node, { plan: 'professional' });
  const admin = await addInterviewer(pair.node, owner, 'Alma', 'admin');
  const list = (node: RedisPair['node']) => call(node.app, contract.listInterviewers, { token: admin.token });
  expect((await list(pair.other)).status).toBe(200);

  expect((await setRole(owner, admin, 'interviewer')).status).toBe(200);

  for (const node of [pair.node, pair.other]) {
    expect((await list(node)).status).toBe(401);
    expect((await accountOf(admin, node)).status).toBe(401);
  }
  const body = { email: admin.email, password: PASSWORD };
  const { token } = (await call(pair.other.app, login, { body })).reply;
  expect((await call(pair.node.app, contract.listInterviewers, { token })).status).toBe(403);
});

it('gives a promoted person the new rights without a new sign-in, and leaves their sockets open', async () => {
  const owner = await registerCompany(pair.node, { plan: 'professional' });
  const ida = await addInterviewer(pair.node, owner, 'Ida');
  const { room_code: roomCode } = await quickStart(pair.node, owner);
  const client = remember(await OwnClient.join(pair.other.url, { roomCode, authToken: ida.token }));

  await setRole(owner, ida, 'admin');

  expect((await call(pair.other.app, contract.listInterviewers, { token: ida.token })).status).toBe(200);
  expect(await client.wire.emit('room:lock', { isLocked: true })).toEqual({ ok: true });
});

it('closes the sockets of a person who becomes a coordinator, on the other node too, and lets them back into no room', async () => {
  const owner = await registerCompany(pair.node, { plan: 'professional' });
  const ida = await addInterviewer(pair.node, owner, 'Ida');
  const { room_code: roomCode } = await quickStart(pair.node, owner);
  const host = remember(await PlainClient.join(pair.node.url, { roomCode, authToken: owner.token }));
  const own = remember(await OwnClient.join(pair.other.url, { roomCode, authToken: ida.token }));
  const plain = remember(await PlainClient.join(pair.node.url, { roomCode, authToken: ida.token }));

  await setRole(owner, ida, 'coordinator');
  await until('the end of both sockets', () => !own.wire.socket.connected && !plain.socket.connected, 2_000);
  await host.type('CANARY after the change');

  const { token } = (await call(pair.other.app, login, { body: { email: ida.email, password: PASSWORD } })).reply;
  for (const { url } of [pair.node, pair.other])
    for (const authToken of [ida.token, token]) {
      const again = remember(new PlainClient(url, { roomCode, authToken }));
      let refusal: (Error & { data?: unknown }) | undefined;
      again.socket.on('connect_error', (error) => (refusal = error));
      await until('the refusal', () => refusal);
      expect(refusal?.data).toMatchObject({ code: authToken === token ? 'forbidden' : 'unauthenticated' });
    }
  expect(JSON.stringify([own.text, plain.received])).not.toContain('CANARY');
  expect(
    (await call(pair.node.app, quickStartCall, { token, body: { room_code: newRoomCode() } })).error.message,
  ).toMatch(/^Coordinators plan/);
});

it('changes roles and plans with the same people at the same time without a deadlock', async () => {
  const owner = await registerCompany(pair.node, { plan: 'enterprise' });
  const ida = await addInterviewer(pair.node, owner, 'Ida');
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const plan = () => {
    const body = { room_code: newRoomCode(), candidate_name: 'Ada', scheduled_at, interviewer_ids: [ida.userId] };
    return call(pair.other.app, scheduleInterview, { token: owner.token, body });
  };
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      n % 2 === 0 ? plan() : setRole(owner, ida, n % 4 === 1 ? 'coordinator' : 'interviewer'),
    ),
  );

  // A plan with a coordinator is refused; nothing fails.
  for (const [n, { status }] of answers.entries()) expect(n % 2 === 0 ? [201, 422] : [200]).toContain(status);
  expect((await change(owner, randomUUID(), { name: 'Ida', email: newEmail(), role: 'admin' })).status).toBe(404);
});
