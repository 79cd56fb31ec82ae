import { changePassword } from '@cip/contracts/accounts/company';
import { updateInterviewer } from '@cip/contracts/accounts/interviewers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Received } from '../../../testing/mails/mailbox.ts';
import { addInterviewer, newEmail, PASSWORD, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startMailNode, type MailNode } from '../../../testing/mails/mail-node.ts';
import { until } from '../../../testing/until.ts';

const NEXT = 'another good password';

let world: MailNode;
let node: MailNode['node'];
let mailbox: MailNode['mailbox'];
beforeAll(async () => {
  world = await startMailNode({ env: { RATE_LIMITS: 'on' } });
  ({ node, mailbox } = world);
});
afterAll(() => world.close());

const change = async ({ token }: SignedIn, from = PASSWORD, to = NEXT) =>
  (await call(node.app, changePassword, { token, body: { current_password: from, new_password: to } })).status;
const changeIda = async (owner: SignedIn, id: string, body: { email: string; password?: string }) =>
  (await call(node.app, updateInterviewer, { token: owner.token, params: { id }, body: { name: 'Ida', ...body } }))
    .status;

const isNotice = ({ raw }: Received) => raw.includes('Subject: Your password was changed');
const noticesTo = (email: string) => mailbox.received.filter((mail) => mail.to.includes(email) && isNotice(mail));
const allSent = () =>
  expect.poll(() => node.ctx.db.selectFrom('mails').select('id').execute(), { timeout: 10_000 }).toEqual([]);

it('mails users about a password they changed in the settings, and no other user', async () => {
  const owner = await registerCompany(node);
  const ida = await addInterviewer(node, owner);
  for (const [user, other] of [
    [owner, ida],
    [ida, owner],
  ] as const) {
    const before = noticesTo(other.email).length;
    const mail = mailbox.next(user.email, isNotice);
    expect(await change(user)).toBe(200);

    const { raw, text } = await mail;
    expect(raw).toMatch(/^Subject: Your password was changed\r?$/m);
    expect(text.match(/https?:\S+/g)).toEqual(['https://interviews.example/forgot-password']);
    expect(text).not.toContain(NEXT);
    expect(noticesTo(other.email)).toHaveLength(before);
  }
});

it('mails an interviewer about a password that the owner set, at the previous address', async () => {
  const owner = await registerCompany(node);
  const ida = await addInterviewer(node, owner);
  const email = newEmail();
  const mail = mailbox.next(ida.email, isNotice);

  expect(await changeIda(owner, ida.userId, { email, password: NEXT })).toBe(200);

  expect((await mail).raw).toMatch(/^Subject: Your password was changed\r?$/m);
  await allSent();
  expect([...noticesTo(email), ...noticesTo(owner.email)]).toEqual([]);
});

it('sends no mail if the password is refused or unchanged', async () => {
  const owner = await registerCompany(node);
  const ida = await addInterviewer(node, owner);

  expect(await change(owner, 'wrong')).toBe(422);
  expect(await change(owner, PASSWORD, 'x')).toBe(422);
  expect(await changeIda(owner, ida.userId, { email: newEmail(), password: '' })).toBe(200);
  expect(await changeIda(owner, ida.userId, { email: owner.email, password: NEXT })).toBe(422);

  await allSent();
  expect([...noticesTo(owner.email), ...noticesTo(ida.email)]).toEqual([]);
});

it('sends an address ten mails a day at most, while the password still changes', { tags: ['long'] }, async () => {
  const owner = await registerCompany(node);
  const ida = await addInterviewer(node, owner);

  for (let time = 0; time < 12; time++)
    expect(await changeIda(owner, ida.userId, { email: ida.email, password: `${NEXT} ${time}` })).toBe(200);

  await until('ten notices to arrive', () => noticesTo(ida.email).length >= 10);
  // A mail that was ordered later has arrived: an eleventh would have arrived too.
  const later = mailbox.next(owner.email);
  await change(owner);
  await later;
  await allSent();
  expect(noticesTo(ida.email)).toHaveLength(10);
});
