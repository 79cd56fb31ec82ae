import { updateCompanyProfile } from '@cip/contracts/accounts/company';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newEmail, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startMailNode, type MailNode } from '../../../testing/mails/mail-node.ts';

let world: MailNode;
let node: MailNode['node'];
let mailbox: MailNode['mailbox'];
beforeAll(async () => {
  world = await startMailNode({ env: { RATE_LIMITS: 'on' } });
  ({ node, mailbox } = world);
});
afterAll(() => world.close());

const change = async ({ token }: SignedIn, email: string, name = 'Acme') =>
  (await call(node.app, updateCompanyProfile, { token, body: { name, email } })).status;

function waiting({ company }: SignedIn) {
  return node.ctx.db.selectFrom('mails').selectAll().where('company_id', '=', company.id).execute();
}

it('mails the previous address about an e-mail change, with an undo link', async () => {
  const owner = await registerCompany(node);
  const to = newEmail();
  const mail = mailbox.next(owner.email);

  expect(await change(owner, to, 'http://evil.example')).toBe(200);

  const { raw, text } = await mail;
  expect(raw).toMatch(/^Subject: The e-mail address of your account was changed\r?$/m);
  expect(text).toContain(new Date().toISOString().slice(0, 4));
  expect(text).toContain('UTC');
  expect(text.match(/https?:\S+/g)).toEqual([
    expect.stringMatching(/^https:\/\/interviews\.example\/undo-email-change#[\w-]{43}$/),
  ]);
  expect(text).not.toContain(to);
  expect(mailbox.received.filter((received) => received.to.includes(to))).toEqual([]);
});

it('sends no mail for a change that keeps the e-mail or is refused', async () => {
  const [owner, other] = [await registerCompany(node), await registerCompany(node)];
  const free = newEmail();

  expect(await change(owner, owner.email, 'Another name')).toBe(200);
  // After five taken e-mails, further changes are refused, even to a free e-mail.
  for (let taken = 0; taken < 5; taken++) expect(await change(owner, other.email)).toBe(422);
  for (let limited = 0; limited < 6; limited++) expect(await change(owner, other.email)).toBe(429);
  expect(await change(owner, free)).toBe(429);

  expect(await waiting(owner)).toEqual([]);
  // A mail that was ordered later has arrived: an earlier one would have arrived too.
  const mail = mailbox.next(other.email);
  expect(await change(other, newEmail())).toBe(200);
  await mail;
  const addresses = mailbox.received.flatMap(({ to }) => to);
  expect(addresses.filter((email) => [owner.email, free].includes(email))).toEqual([]);
  expect(addresses.filter((email) => email === other.email)).toHaveLength(1);
});

it('sends ten mails a day at most, while the e-mail still changes', { tags: ['long'] }, async () => {
  const owner = await registerCompany(node);
  const other = await registerCompany(node);
  const strangers = [newEmail(), newEmail()];

  // Refused changes use up none of the day's ten mails.
  for (let taken = 0; taken < 4; taken++) expect(await change(owner, other.email)).toBe(422);
  for (let turn = 0; turn < 14; turn++) expect(await change(owner, strangers[turn % 2] ?? '')).toBe(200);
  while ((await waiting(owner)).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));

  const mails = mailbox.received.filter(({ to }) => [owner.email, ...strangers].some((email) => to.includes(email)));
  expect(mails).toHaveLength(10);
});
