import { getAccount, login, register } from '@cip/contracts/accounts/auth';
import { deleteCompany } from '@cip/contracts/accounts/company';
import { scheduleInterview } from '@cip/contracts/interviews/planning';
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
import { startMailNode } from '../../testing/mails/mail-node.ts';
import type { Received } from '../../testing/mails/mailbox.ts';
import { calendarOf } from '../../testing/mails/read-calendar.ts';
import { startLiveRoom } from '../../testing/sockets/live-room.ts';
import { PlainClient } from '../../testing/sockets/plain-client.ts';
import { describeDatabases } from '../../testing/databases/describe-databases.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

describeDatabases('removing a company', (database) => {
  let node: TestApp;
  beforeAll(async () => {
    node = await startTestApp({ database, listen: true });
  });
  afterAll(() => node.close());

  const remove = ({ token }: Pick<SignedIn, 'token'>, body: object) =>
    call(node.app, deleteCompany, { token, body: { password: PASSWORD, confirmation: 'Acme', ...body } });
  const isThere = async ({ token }: Pick<SignedIn, 'token'>) =>
    (await call(node.app, getAccount, { token })).status === 200;

  it('ends every sign-in of a removed company and frees the e-mail', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);
    await quickStart(node, ida);

    const { status, reply } = await remove(owner, {});

    expect([status, reply]).toEqual([200, { message: 'Company deleted' }]);
    expect(await isThere(owner)).toBe(false);
    expect(await isThere(ida)).toBe(false);
    const { email } = owner;
    expect((await call(node.app, login, { body: { email, password: PASSWORD } })).status).toBe(401);
    const again = { name: 'Acme', email, password: PASSWORD, password_confirmation: PASSWORD };
    expect((await call(node.app, register, { body: again })).status).toBe(201);
  });

  it('announces the end to the participants of a room, and closes it', async () => {
    const room = await startLiveRoom(node);
    const client = await PlainClient.join(node.url, room.candidate);
    const ended = client.next('sessionEnded');

    await remove(room.owner, {});

    expect(await ended).toMatchObject({ message: expect.stringContaining('closed its account') });
    client.close();
  });

  it('mails the candidates of planned sessions that these are cancelled', async () => {
    const { node: sender, mailbox, close } = await startMailNode({ database });
    try {
      const [owner, other] = [
        await registerCompany(sender, { plan: 'enterprise' }),
        await registerCompany(sender, { plan: 'enterprise' }),
      ];
      const plan = async ({ token }: SignedIn, candidate_email: string | null) => {
        const scheduled_at = new Date(Date.now() + 10 * 3_600_000).toISOString();
        const body = { room_code: newRoomCode(), candidate_name: 'Ada', candidate_email, scheduled_at };
        return (await call(sender.app, scheduleInterview, { token, body })).reply.session;
      };
      const [ada, bob, cy] = [newEmail(), newEmail(), newEmail()];
      const [ofAda] = [await plan(owner, ada), await plan(owner, bob), await plan(owner, null), await plan(other, cy)];
      const isCancellation = ({ parts }: Received) => parts.subject === 'Your interview with Acme is cancelled';
      const mails = Promise.all([ada, bob].map((each) => mailbox.next(each, isCancellation)));

      const body = { password: PASSWORD, confirmation: 'Acme' };
      expect((await call(sender.app, deleteCompany, { token: owner.token, body })).status).toBe(200);

      const [mail] = await mails;
      if (!mail) throw new Error('The e-mail to Ada is missing.');
      expect(calendarOf(mail)).toMatchObject({ method: 'CANCEL', status: 'CANCELLED', uid: ofAda.id });
      const left = () => sender.ctx.db.selectFrom('mails').select('company_id').distinct().execute();
      await expect.poll(left).toEqual([{ company_id: other.company.id }]);
      expect(mailbox.received.filter((each) => each.to.includes(cy) && isCancellation(each))).toEqual([]);
    } finally {
      await close();
    }
  });

  it.each([
    [{ password: 'wrong' }, 'password', 'Current password is incorrect'],
    [{ confirmation: 'acme' }, 'confirmation', 'This is not the name of your company.'],
    [{ confirmation: '' }, 'confirmation', 'This is not the name of your company.'],
  ])('refuses the removal with %j', async (change, field, message) => {
    const owner = await registerCompany(node);

    const { status, error } = await remove(owner, change);

    expect([status, error.errors]).toEqual([422, { [field]: [message] }]);
    expect(await isThere(owner)).toBe(true);
  });

  it('removes a company only for its owner', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);

    expect((await remove(ida, {})).status).toBe(403);
    expect((await call(node.app, deleteCompany, { body: {} })).status).toBe(401);
    expect(await isThere(owner)).toBe(true);
  });

  it('leaves other companies unchanged', async () => {
    const [owner, other] = [await registerCompany(node), await registerCompany(node)];
    const interview = await quickStart(node, other);

    await remove(owner, {});

    expect(await isThere(other)).toBe(true);
    const left = await node.ctx.db.selectFrom('interviews').select('id').where('id', '=', interview.id).execute();
    expect(left).toHaveLength(1);
  });

  it('removes a company once for concurrent requests and while interviews start, without a 500', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const starts = Array.from({ length: 8 }, () => quickStart(node, owner).catch(() => null));
    const answers = await Promise.all([remove(owner, {}), remove(owner, {})]);
    await Promise.all(starts);

    expect(answers.map(({ status }) => status)).toContain(200);
    expect(answers.every(({ status }) => [200, 401, 422].includes(status))).toBe(true);
    const left = await node.ctx.db
      .selectFrom('interviews')
      .select('id')
      .where('company_id', '=', owner.company.id)
      .execute();
    expect(left).toEqual([]);
  });
});
