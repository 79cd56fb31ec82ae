import { listAudit } from '@cip/contracts/accounts/audit';
import { changeRetention, getRetention } from '@cip/contracts/retention/retention';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addInterviewer,
  endInterview,
  quickStart,
  registerCompany,
  scheduleInterview,
  type SignedIn,
} from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { describeDatabases } from '../../testing/databases/describe-databases.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { deleteExpiredSignIns } from '../accounts/sign-in/sign-ins.service.ts';
import { deleteOldEntries } from '../audit/audit.service.ts';
import { removeExpired } from './retention.service.ts';

const daysAgo = (days: number) => sql<string>`now() - make_interval(days => ${days})`;

describeDatabases('retention', (database) => {
  let node: TestApp;
  beforeAll(async () => {
    node = await startTestApp({ database });
  });
  afterAll(() => node.close());

  const setRetention = (owner: SignedIn, days: unknown) =>
    call(node.app, changeRetention, { token: owner.token, body: { days } });
  const read = (owner: SignedIn, query = {}) => call(node.app, getRetention, { token: owner.token, query });

  /** Creates an interview that was completed `days` ago. */
  async function completed(owner: SignedIn, days: number): Promise<string> {
    const { id, room_code } = await quickStart(node, owner);
    await endInterview(node, owner, room_code);
    await node.ctx.db
      .updateTable('interviews')
      .set({ ended_at: daysAgo(days) })
      .where('id', '=', id)
      .execute();
    return id;
  }

  async function idsOf(owner: SignedIn): Promise<string[]> {
    const query = node.ctx.db.selectFrom('interviews').select('id').where('company_id', '=', owner.company.id);
    return (await query.execute()).map(({ id }) => id);
  }

  it('deletes nothing by default', async () => {
    const owner = await registerCompany(node);
    const old = await completed(owner, 3_000);

    await removeExpired(node.ctx);

    expect((await read(owner)).reply).toEqual({ days: null, affected: 0 });
    expect(await idsOf(owner)).toEqual([old]);
  });

  it('returns in advance how many would be deleted, then deletes only those', async () => {
    const [owner, other] = [await registerCompany(node, { plan: 'enterprise' }), await registerCompany(node)];
    await completed(owner, 31);
    await completed(owner, 400);
    const young = await completed(owner, 29);
    const stranger = await completed(other, 400);

    expect((await read(owner, { days: '30' })).reply).toEqual({ days: null, affected: 2 });
    expect((await setRetention(owner, 30)).reply).toEqual({ days: 30, affected: 2 });
    await removeExpired(node.ctx);

    expect(await idsOf(owner)).toEqual([young]);
    expect(await idsOf(other)).toEqual([stranger]);
    expect((await read(owner)).reply).toEqual({ days: 30, affected: 0 });
  });

  it('never deletes running or planned interviews', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const running = await quickStart(node, owner);
    const planned = await scheduleInterview(node, owner);
    await node.ctx.db
      .updateTable('interviews')
      .set({ created_at: daysAgo(900), scheduled_at: daysAgo(900), started_at: daysAgo(900) })
      .where('company_id', '=', owner.company.id)
      .execute();
    await setRetention(owner, 1);

    await removeExpired(node.ctx);

    expect((await idsOf(owner)).toSorted()).toEqual([running.id, planned.id].toSorted());
  });

  it('counts a cancelled interview from its planned time', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const [past, future] = [await scheduleInterview(node, owner), await scheduleInterview(node, owner)];
    const db = node.ctx.db;
    const ids = [past.id, future.id];
    await db
      .updateTable('interviews')
      .set({ status: 'cancelled', created_at: daysAgo(60) })
      .where('id', 'in', ids)
      .execute();
    await db
      .updateTable('interviews')
      .set({ scheduled_at: daysAgo(40) })
      .where('id', '=', past.id)
      .execute();
    await setRetention(owner, 30);

    await removeExpired(node.ctx);

    expect(await idsOf(owner)).toEqual([future.id]);
  });

  it('records the setting by the user, and the deletion by the product', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    await completed(owner, 10);
    await setRetention(owner, 7);
    await setRetention(owner, 7);
    await removeExpired(node.ctx);
    await setRetention(owner, null);

    const { data } = (await call(node.app, listAudit, { token: owner.token })).reply;

    const entries = data.filter(({ action }) => action === 'settings.retention_changed' || action.startsWith('data.'));
    expect(entries.map(({ action, actor, actor_name, details }) => [action, actor, actor_name, details])).toEqual([
      ['settings.retention_changed', 'user', 'Acme', { days: null }],
      ['data.removed_by_age', 'product', null, { count: 1 }],
      ['settings.retention_changed', 'user', 'Acme', { days: 7 }],
    ]);
  });

  it('refuses interviewers and requests without a sign-in', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);

    expect((await setRetention(ida, 1)).status).toBe(403);
    expect((await read(ida)).status).toBe(403);
    expect((await call(node.app, changeRetention, { body: { days: 1 } })).status).toBe(401);
  });

  it.each([[0], [-1], [3651], [1.5], ['30'], [undefined]])('refuses %j days', async (days) => {
    expect((await setRetention(await registerCompany(node), days)).status).toBe(422);
  });

  it('deletes expired sign-ins, even of users who never return', async () => {
    const [gone, staying] = [await registerCompany(node), await registerCompany(node)];
    const { db } = node.ctx;
    const signInsOf = ({ email }: SignedIn) =>
      db
        .selectFrom('auth_sessions')
        .innerJoin('users', 'users.id', 'auth_sessions.user_id')
        .select('auth_sessions.id')
        .where('users.email', '=', email)
        .execute();
    const ids = (await signInsOf(gone)).map(({ id }) => id);
    await db
      .updateTable('auth_sessions')
      .set({ expires_at: daysAgo(1) })
      .where('id', 'in', ids)
      .execute();

    await deleteExpiredSignIns(node.ctx);

    expect(ids).toHaveLength(1);
    expect(await signInsOf(gone)).toEqual([]);
    expect(await signInsOf(staying)).toHaveLength(1);
  });

  it('deletes audit entries after a year', async () => {
    const owner = await registerCompany(node);
    await setRetention(owner, 7);
    await setRetention(owner, 8);
    const db = node.ctx.db;
    const ofOwner = () =>
      db
        .selectFrom('audit_log')
        .select(['id', 'details'])
        .where('company_id', '=', owner.company.id)
        .where('action', '=', 'settings.retention_changed');
    const [first] = await ofOwner().orderBy('id').execute();
    await db
      .updateTable('audit_log')
      .set({ at: daysAgo(366) })
      .where('id', '=', first?.id ?? 0)
      .execute();

    await deleteOldEntries(node.ctx);

    expect((await ofOwner().execute()).map(({ details }) => details)).toEqual([{ days: 8 }]);
  });
});

it('deletes each interview once if several nodes sweep concurrently', async () => {
  const node = await startTestApp();
  const owner = await registerCompany(node);
  await node.ctx.db
    .insertInto('interviews')
    .values(
      Array.from({ length: 130 }, (_, index) => ({
        company_id: owner.company.id,
        interviewer_id: null,
        interviewer_name: 'Acme',
        room_code: `private-room-${index}`,
        status: 'completed' as const,
        candidate_name: null,
        candidate_email: null,
        notes: null,
        scheduled_at: null,
        started_at: daysAgo(9),
        ended_at: daysAgo(9),
      })),
    )
    .execute();
  await call(node.app, changeRetention, { token: owner.token, body: { days: 7 } });

  await Promise.all(Array.from({ length: 4 }, () => removeExpired(node.ctx)));

  const entries = await node.ctx.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'data.removed_by_age')
    .execute();
  expect(entries.reduce((sum, { details }) => sum + (details.count ?? 0), 0)).toBe(130);
  expect((await call(node.app, getRetention, { token: owner.token })).reply.affected).toBe(0);
  await node.close();
});
