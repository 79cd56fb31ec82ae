import { forgotPassword, resetPassword } from '@cip/contracts/accounts/auth-reset';
import * as factor from '@cip/contracts/accounts/auth-second-factor';
import { changePassword, updateCompanyProfile } from '@cip/contracts/accounts/company';
import { updateInterviewer } from '@cip/contracts/accounts/interviewers';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInterviewer, newEmail, PASSWORD, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startMailNode, type MailNode } from '../../../testing/mails/mail-node.ts';

const NEXT = 'another good password';

let world: MailNode;
let node: MailNode['node'];
let mailbox: MailNode['mailbox'];
beforeAll(async () => {
  world = await startMailNode();
  ({ node, mailbox } = world);
});
afterAll(() => world.close());

/** Requests a reset link for this e-mail and returns its token. */
async function resetTokenFor(email: string): Promise<string> {
  const mail = mailbox.next(email, ({ raw }) => raw.includes('Subject: Choose a new password'));
  await call(node.app, forgotPassword, { body: { email } });
  return /#([\w-]{43})/.exec((await mail).text)?.[1] ?? '';
}

const useReset = async (token: string) =>
  (await call(node.app, resetPassword, { body: { token, password: 'the attacker chose this' } })).status;

async function codeFor(token: string): Promise<{ secret: string; code: string }> {
  const { secret } = (await call(node.app, factor.beginSecondFactor, { token, body: { password: PASSWORD } })).reply;
  return { secret, code: TOTP.generate({ secret: Secret.fromBase32(secret) }) };
}

/** Switches the second step on; resolves to the recovery codes. */
async function switchOn(token: string): Promise<string[]> {
  const { code } = await codeFor(token);
  return (await call(node.app, factor.confirmSecondFactor, { token, body: { code } })).reply.recovery_codes;
}

interface Change {
  /** Runs before the link is requested. */
  prepare?: (owner: SignedIn) => Promise<string[]>;
  make: (owner: SignedIn, codes: string[]) => Promise<{ status: number }>;
}

const CHANGES: Record<string, Change> = {
  'a new e-mail': {
    make: ({ token }) => call(node.app, updateCompanyProfile, { token, body: { name: 'Acme', email: newEmail() } }),
  },
  'a new password': {
    make: ({ token }) =>
      call(node.app, changePassword, { token, body: { current_password: PASSWORD, new_password: NEXT } }),
  },
  'switching the second step on': {
    make: async ({ token }) => {
      const { code } = await codeFor(token);
      return call(node.app, factor.confirmSecondFactor, { token, body: { code } });
    },
  },
  'new recovery codes': {
    prepare: ({ token }) => switchOn(token),
    make: ({ token }, [code = '']) =>
      call(node.app, factor.renewRecoveryCodes, { token, body: { password: PASSWORD, code } }),
  },
  'switching the second step off': {
    prepare: ({ token }) => switchOn(token),
    make: ({ token }, [code = '']) =>
      call(node.app, factor.disableSecondFactor, { token, body: { password: PASSWORD, code } }),
  },
};

describe('an open reset link', () => {
  it.each(Object.entries(CHANGES))('ends an open reset link with %s', async (_name, { prepare, make }) => {
    const owner = await registerCompany(node);
    const codes = (await prepare?.(owner)) ?? [];
    const link = await resetTokenFor(owner.email);

    expect((await make(owner, codes)).status).toBe(200);

    expect(await useReset(link)).toBe(422);
  });

  it('keeps an open reset link if only the name and the phone change', async () => {
    const owner = await registerCompany(node);
    const link = await resetTokenFor(owner.email);
    const body = { name: 'Another name', email: owner.email, phone: '1' };

    expect((await call(node.app, updateCompanyProfile, { token: owner.token, body })).status).toBe(200);

    expect(await useReset(link)).toBe(200);
  });

  it.each([
    ['e-mail', (email: string) => ({ email: `new-${email}` })],
    ['password', (email: string) => ({ email, password: NEXT })],
  ])('ends an interviewer’s open reset link if the owner changes the %s', async (_name, changeOf) => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);
    const link = await resetTokenFor(ida.email);
    const request = { token: owner.token, params: { id: ida.userId }, body: { name: 'Ida', ...changeOf(ida.email) } };

    expect((await call(node.app, updateInterviewer, request)).status).toBe(200);

    expect(await useReset(link)).toBe(422);
  });

  it('keeps another user’s open reset link', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);
    const link = await resetTokenFor(ida.email);
    const body = { name: 'Acme', email: newEmail() };

    expect((await call(node.app, updateCompanyProfile, { token: owner.token, body })).status).toBe(200);

    expect(await useReset(link)).toBe(200);
  });
});
