import { randomUUID } from 'node:crypto';
import { listAudit } from '@cip/contracts/accounts/audit';
import { getAccount, login } from '@cip/contracts/accounts/auth';
import { forgotPassword, resetPassword } from '@cip/contracts/accounts/auth-reset';
import { answerChallenge } from '@cip/contracts/accounts/auth-second-factor';
import { updateSecurity } from '@cip/contracts/accounts/company';
import { listInterviewers, removeSecondFactor } from '@cip/contracts/accounts/interviewers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addInterviewer,
  PASSWORD,
  quickStart,
  registerCompany,
  signIn,
  type SignedIn,
} from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { startMailNode, type MailNode } from '../../testing/mails/mail-node.ts';
import { PlainClient } from '../../testing/sockets/plain-client.ts';
import { switchOnSecondFactor } from '../../testing/http/second-factor.ts';
import { until } from '../../testing/until.ts';

let world: MailNode;
let node: MailNode['node'];
let mailbox: MailNode['mailbox'];
beforeAll(async () => {
  world = await startMailNode({ listen: true });
  ({ node, mailbox } = world);
});
afterAll(() => world.close());

const remove = ({ token }: SignedIn, id: string) => call(node.app, removeSecondFactor, { token, params: { id } });
const statusOf = async ({ token }: { token: string }) => (await call(node.app, getAccount, { token })).status;
const hasSecondFactor = async ({ token }: SignedIn) =>
  (await call(node.app, listInterviewers, { token })).reply.data.map((user) => user.has_second_factor);
const mailWith = (email: string, subject: string) =>
  mailbox.next(email, ({ raw }) => raw.includes(`Subject: ${subject}`));

/** Creates a company with one interviewer who has a second step. */
async function makeCompany(name = 'Acme') {
  const owner = await registerCompany(node, { name });
  const ida = await addInterviewer(node, owner, 'Ida');
  const isOn = mailWith(ida.email, 'Two-step sign-in is on');
  const codes = await switchOnSecondFactor(node, ida);
  await isOn;
  return { owner, ida, codes };
}

it('lets the interviewer sign in with the password alone, signs them out everywhere and mails them', async () => {
  const { owner, ida } = await makeCompany('http://evil.example');
  const { room_code: roomCode } = await quickStart(node, ida);
  const socket = await PlainClient.join(node.url, { roomCode, userType: 'interviewer', authToken: ida.token });
  expect(await hasSecondFactor(owner)).toEqual([true]);
  const mail = mailWith(ida.email, 'Your second step was removed');

  expect((await remove(owner, ida.userId)).status).toBe(200);

  expect(await hasSecondFactor(owner)).toEqual([false]);
  expect([await statusOf(ida), await statusOf(owner)]).toEqual([401, 200]);
  await until('the socket to close', () => !socket.socket.connected, 2_000);
  const { text } = await mail;
  expect(text).toContain('http: //evil. example removed your second step. Sign in and set it up again:');
  expect(text.match(/https?:\S+/g)).toEqual(['https://interviews.example/login']);
  expect(await statusOf(await signIn(node, ida.email))).toBe(200);
  const { data } = (await call(node.app, listAudit, { token: owner.token, query: { group: 'interviewer' } })).reply;
  expect(data[0]).toMatchObject({
    action: 'interviewer.second_factor_removed',
    actor_name: 'http://evil.example',
    subject_name: 'Ida',
    details: {},
  });
});

it('ends the reset links, the recovery codes and a sign-in that waits for its code', async () => {
  const { owner, ida, codes } = await makeCompany();
  const mail = mailWith(ida.email, 'Choose a new password');
  await call(node.app, forgotPassword, { body: { email: ida.email } });
  const token = /#([\w-]{43})/.exec((await mail).text)?.[1] ?? '';
  const { challenge = '' } = (await call(node.app, login, { body: { email: ida.email, password: PASSWORD } })).error;

  await remove(owner, ida.userId);

  const reset = await call(node.app, resetPassword, { body: { token, password: 'another good password' } });
  expect(reset.status).toBe(422);
  const answered = await call(node.app, answerChallenge, { body: { challenge, code: codes[0] ?? '' } });
  expect(answered.status).toBe(401);
});

it('leads to the set-up if the company requires the second step', async () => {
  const { owner, ida } = await makeCompany();
  await call(node.app, updateSecurity, { token: owner.token, body: { requires_second_factor: true } });

  await remove(owner, ida.userId);

  const { reply } = await call(node.app, login, { body: { email: ida.email, password: PASSWORD } });
  expect(reply.needs_second_factor).toBe(true);
  await switchOnSecondFactor(node, reply);
  expect(await hasSecondFactor(owner)).toEqual([true]);
});

it('does not change other users of the company', async () => {
  const { owner, ida } = await makeCompany();
  const ora = await addInterviewer(node, owner, 'Ora');
  await switchOnSecondFactor(node, ora);
  await switchOnSecondFactor(node, owner);

  await remove(owner, ida.userId);

  expect(await hasSecondFactor(owner)).toEqual([false, true]);
  expect([await statusOf(ora), await statusOf(owner)]).toEqual([200, 200]);
});

it('refuses an owner without a recent sign-in, other companies, interviewers, and the owner’s own second step', async () => {
  const [{ owner, ida }, other] = [await makeCompany(), await makeCompany()];
  const ora = await addInterviewer(node, owner, 'Ora');
  const unknown = await remove(owner, randomUUID());
  const { id: ownerId } = await node.ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', owner.email)
    .executeTakeFirstOrThrow();

  for (const refused of [await remove(other.owner, ida.userId), await remove(owner, ownerId)])
    expect([refused.status, refused.error]).toEqual([404, unknown.error]);
  for (const user of [ora, ida, other.ida]) expect((await remove(user, ida.userId)).status).toBe(403);
  const none = await remove(owner, ora.userId);
  expect([none.status, none.error.message]).toEqual([409, 'This interviewer has no second step.']);
  await node.ctx.db
    .updateTable('auth_sessions')
    .set({ authenticated_at: '2020-01-01T00:00:00Z' })
    .where('user_id', '=', ownerId)
    .execute();
  const stale = await remove(owner, ida.userId);
  expect([stale.status, stale.error.code]).toEqual([403, 'reauthenticate']);

  expect(await hasSecondFactor(owner)).toEqual([true, false]);
  expect(await Promise.all([owner, ida, ora].map(statusOf))).toEqual([200, 200, 200]);
  const orders = await node.ctx.db.selectFrom('mails').select('kind').execute();
  expect(orders.filter(({ kind }) => kind === 'second-factor-removed')).toEqual([]);
  expect(mailbox.received.filter(({ to, raw }) => to.includes(ida.email) && raw.includes('removed'))).toEqual([]);
});
