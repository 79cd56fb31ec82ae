import { register } from '@cip/contracts/accounts/auth';
import { changePassword } from '@cip/contracts/accounts/company';
import { createInterviewer, updateInterviewer } from '@cip/contracts/accounts/interviewers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInterviewer, newEmail, PASSWORD, registerCompany } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({
    env: { NODE_ENV: 'production', JWT_SECRET: 'q7Vd0c2mXx8rTz4LwB9sKfYpN1hJgE5u', PASSWORD_MIN_LENGTH: '8' },
  });
});
afterAll(() => node.close());

const COMMON = 'This password is too common. Please choose another one.';
const SHORT = 'Password must be at least 8 characters';

describe.each([
  ['Password123', COMMON],
  ['12345678', COMMON],
  ['1234567', SHORT],
  // Seven characters, though fourteen UTF-16 units.
  ['💉'.repeat(7), SHORT],
])('the password %j in production', (password, message) => {
  it('refuses it at registration', async () => {
    const body = { name: 'Acme', email: newEmail(), password, password_confirmation: password };

    const { status, error } = await call(node.app, register, { body });

    expect(status).toBe(422);
    expect(error).toEqual({ message, code: 'invalid', errors: { password: [message] } });
  });

  it('refuses it as a new password', async () => {
    const { token } = await registerCompany(node);
    const body = { current_password: PASSWORD, new_password: password };

    const { error } = await call(node.app, changePassword, { token, body });

    expect(error.errors).toEqual({ new_password: [message] });
  });

  it('refuses it for an interviewer', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);
    const body = { name: 'Ida', email: newEmail(), password };

    const added = await call(node.app, createInterviewer, { token: owner.token, body });
    const changed = await call(node.app, updateInterviewer, { token: owner.token, params: { id: ida.userId }, body });

    expect(added.error.errors).toEqual({ password: [message] });
    expect(changed.error.errors).toEqual({ password: [message] });
  });
});
