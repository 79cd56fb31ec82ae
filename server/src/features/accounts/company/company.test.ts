import { getAccount, login } from '@cip/contracts/accounts/auth';
import * as company from '@cip/contracts/accounts/company';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInterviewer, PASSWORD, newEmail, registerCompany, signIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

describe('the profile', () => {
  it('changes the company and its owner’s account', async () => {
    const { token } = await registerCompany(node, { name: 'Before' });
    const body = { name: ' After ', email: newEmail(), phone: '123' };

    const { status, reply } = await call(node.app, company.updateCompanyProfile, { token, body });

    expect(status).toBe(200);
    expect(reply.company).toMatchObject({ name: 'After', email: body.email, phone: '123' });
    expect((await call(node.app, getAccount, { token })).reply.company).toEqual(reply.company);
    expect((await signIn(node, body.email)).company.name).toBe('After');
  });

  it('does not change interviewers', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner, 'Ida');
    const body = { name: 'After', email: newEmail() };

    expect((await call(node.app, company.updateCompanyProfile, { token: owner.token, body })).status).toBe(200);

    const { user } = (await call(node.app, getAccount, { token: ida.token })).reply;
    expect(user).toMatchObject({ name: 'Ida', email: ida.email });
  });

  it('leaves an absent phone as it is and clears a blank one', async () => {
    const { token, email } = await registerCompany(node);
    const change = (phone: object) =>
      call(node.app, company.updateCompanyProfile, { token, body: { name: 'Acme', email, ...phone } });

    await change({ phone: '123' });
    expect((await change({})).reply.company.phone).toBe('123');
    expect((await change({ phone: '' })).reply.company.phone).toBeNull();
  });

  it('changes nothing if the e-mail is taken', async () => {
    const taken = await registerCompany(node);
    const { token, email } = await registerCompany(node, { name: 'Acme' });

    const { status, error } = await call(node.app, company.updateCompanyProfile, {
      token,
      body: { name: 'Other', email: taken.email },
    });

    expect(status).toBe(422);
    expect(error.errors).toEqual({ email: ['This email is already registered'] });
    expect((await call(node.app, getAccount, { token })).reply.company).toMatchObject({ name: 'Acme', email });
  });

  it('does not change other companies and their owners', async () => {
    const other = await registerCompany(node, { name: 'Other' });
    const { token } = await registerCompany(node);

    await call(node.app, company.updateCompanyProfile, { token, body: { name: 'New', email: newEmail() } });

    expect((await signIn(node, other.email)).company).toMatchObject({ name: 'Other', email: other.email });
  });

  it('accepts the values of its own reply', async () => {
    const { token, email } = await registerCompany(node);
    const put = (name: string) => call(node.app, company.updateCompanyProfile, { token, body: { name, email } });

    // 26 of them are 78 characters when stored.
    const { name } = (await put('\ufb2c'.repeat(26))).reply.company;

    expect([...name]).toHaveLength(78);
    expect((await put(name)).reply.company.name).toBe(name);
    expect((await put('\ufb2c'.repeat(27))).error.errors).toEqual({ name: ['Name must be at most 80 characters'] });
  });

  it.each([[{ name: ' ' }], [{ email: 'x' }], [{ phone: 'a\u0000' }], [{ id: 'x' }]])('refuses %j', async (change) => {
    const { token, email } = await registerCompany(node);
    const body = { name: 'Acme', email, ...change };

    const { status, error } = await call(node.app, company.updateCompanyProfile, { token, body });

    expect(status).toBe(422);
    expect(Object.keys(error.errors ?? {})).toEqual(Object.keys(change));
  });
});

describe('the password', () => {
  const change = (token: string, current_password: string, new_password: string) =>
    call(node.app, company.changePassword, { token, body: { current_password, new_password } });

  it('changes the password and ends every other sign-in', async () => {
    const { token, email } = await registerCompany(node);
    const other = await signIn(node, email);

    const { status, reply } = await change(token, PASSWORD, 'another one');

    expect(status).toBe(200);
    expect(reply.message).toBe('Password updated successfully');
    expect((await call(node.app, getAccount, { token })).status).toBe(200);
    expect((await call(node.app, getAccount, { token: other.token })).status).toBe(401);
    expect((await call(node.app, login, { body: { email, password: PASSWORD } })).status).toBe(401);
    await signIn(node, email, 'another one');
  });

  it('changes only the password of an interviewer who sets it', async () => {
    const owner = await registerCompany(node);
    const interviewer = await addInterviewer(node, owner);

    expect((await change(interviewer.token, PASSWORD, 'another one')).status).toBe(200);

    await signIn(node, interviewer.email, 'another one');
    await signIn(node, owner.email, PASSWORD);
    expect((await call(node.app, getAccount, { token: owner.token })).status).toBe(200);
  });

  it('refuses a new password without the current one', async () => {
    const { token, email } = await registerCompany(node);

    const { status, error } = await change(token, 'wrong', 'another one');

    expect(status).toBe(422);
    expect(error.errors).toEqual({ current_password: ['Current password is incorrect'] });
    await signIn(node, email);
  });

  it('refuses a short new password', async () => {
    const { token } = await registerCompany(node);

    const { status, error } = await change(token, PASSWORD, '12345');

    expect(status).toBe(422);
    expect(error.errors).toEqual({ new_password: ['Password must be at least 6 characters'] });
  });
});

describe('notification preferences', () => {
  it('stores notification preferences', async () => {
    const { token } = await registerCompany(node);
    const body = { emailNotifications: false, sessionReminders: true, weeklyReports: true };

    const { reply } = await call(node.app, company.updateNotificationPreferences, { token, body });

    expect(reply.company.notification_preferences).toEqual(body);
    expect((await call(node.app, getAccount, { token })).reply.company.notification_preferences).toEqual(body);
  });

  it('leaves another company’s notification preferences unchanged', async () => {
    const { token } = await registerCompany(node);
    const other = await registerCompany(node);
    const body = { emailNotifications: false, sessionReminders: false, weeklyReports: true };

    await call(node.app, company.updateNotificationPreferences, { token, body });

    const { company: unchanged } = (await call(node.app, getAccount, { token: other.token })).reply;
    expect(unchanged.notification_preferences).toEqual(other.company.notification_preferences);
  });

  it('requires every notification preference, true or false', async () => {
    const { token } = await registerCompany(node);
    const body = { emailNotifications: 'yes', sessionReminders: true };

    const { status, error } = await call(node.app, company.updateNotificationPreferences, { token, body });

    expect(status).toBe(422);
    expect(Object.keys(error.errors ?? {}).toSorted()).toEqual(['emailNotifications', 'weeklyReports']);
  });
});
