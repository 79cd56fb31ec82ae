import { listAudit } from '@cip/contracts/accounts/audit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newEmail, registerCompany } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { signInWithProvider } from '../../../testing/identity-provider/browser.ts';
import { startProvider, type ProviderStandIn } from '../../../testing/identity-provider/stand-in.ts';
import { startMailNode, type MailNode } from '../../../testing/mails/mail-node.ts';

let provider: ProviderStandIn;
let world: MailNode;
beforeAll(async () => {
  provider = await startProvider();
  // Over plain HTTP, so that the cookie of a sign-in has the name that the tests send back.
  world = await startMailNode({ env: { ...provider.env, PUBLIC_URL: 'http://interviews.example' } });
});
let person = 0;
beforeEach(() => {
  provider.person = { sub: `person-${person++}`, email: newEmail(), email_verified: true, name: 'Ada Lovelace' };
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

it('tells users once that their account was linked, and the company’s log too', async () => {
  const { node, mailbox } = world;
  const owner = await registerCompany(node);
  provider.person = { ...provider.person, email: owner.email };
  const mail = mailbox.next(owner.email);

  expect((await signInWithProvider(node)).status).toBe(200);

  const { raw, text } = await mail;
  expect(raw).toMatch(/^Subject: Your account can now sign in with Example\r?$/m);
  expect(text.match(/https?:\S+/g)).toEqual(['http://interviews.example/settings#where-you-re-signed-in']);
  const linked = async () => {
    const { reply } = await call(node.app, listAudit, { token: owner.token });
    return reply.data.filter(({ action }) => action === 'account.linked_to_provider').length;
  };
  expect(await linked()).toBe(1);

  expect((await signInWithProvider(node)).status).toBe(200);
  expect(await linked()).toBe(1);
  await expect.poll(() => node.ctx.db.selectFrom('mails').select('id').execute()).toEqual([]);
  expect(mailbox.received.filter(({ raw: sent }) => sent.includes('can now sign in with'))).toHaveLength(1);
});
