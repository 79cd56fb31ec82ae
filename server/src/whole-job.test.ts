import { getAccount, logout, register } from '@cip/contracts/accounts/auth';
import { listPlans, subscribeToFreePlan } from '@cip/contracts/billing/billing';
import { changePassword, updateCompanyProfile, updateNotificationPreferences } from '@cip/contracts/accounts/company';
import { saveCode } from '@cip/contracts/rooms/documents';
import { deleteInterviewer, listInterviewers, updateInterviewer } from '@cip/contracts/accounts/interviewers';
import * as interviews from '@cip/contracts/interviews/interviews';
import * as planning from '@cip/contracts/interviews/planning';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addInterviewer,
  endInterview,
  joinAsCandidate,
  newEmail,
  newRoomCode,
  PASSWORD,
  quickStart,
  registerCompany,
  signIn,
} from './testing/builders.ts';
import { describeDatabases } from './testing/databases/describe-databases.ts';
import { call } from './testing/http/call.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

describeDatabases('a company', (database) => {
  let node: TestApp;
  beforeAll(async () => {
    node = await startTestApp({ database });
  });
  afterAll(() => node.close());

  it('takes a company from registration through an interview to the code in its list', async () => {
    const body = { name: 'Acme', email: newEmail(), password: PASSWORD, password_confirmation: PASSWORD };
    const { token } = (await call(node.app, register, { body })).reply;
    const { reply: plans } = await call(node.app, listPlans);
    const free = 'plans' in plans ? undefined : plans.find(({ price }) => price === 0);
    await call(node.app, subscribeToFreePlan, { token, body: { subscription_plan_id: free?.id } });
    const { id, room_code } = await quickStart(node, { token });
    await joinAsCandidate(node, room_code, 'Ada');
    const saving = { interview_session_id: id, code_content: 'select 42;', language: 'sql' };
    expect((await call(node.app, saveCode, { token, body: saving })).status).toBe(200);
    await endInterview(node, { token }, room_code);

    const { data, total } = (await call(node.app, interviews.listInterviews, { token })).reply;
    expect(total).toBe(1);
    expect(data).toMatchObject([{ id, status: 'completed', candidate_name: 'Ada' }]);
    const request = { token, params: { room_code } };
    const { session } = (await call(node.app, interviews.getInterviewByRoom, request)).reply;
    expect(session.code_editor_data).toMatchObject([{ code_content: 'select 42;', language: 'sql' }]);
    await call(node.app, logout, { token });
    expect((await call(node.app, getAccount, { token })).status).toBe(401);
  });

  it('lets the owner manage the team and the settings', async () => {
    const owner = await registerCompany(node);
    const { token } = owner;
    const ida = await addInterviewer(node, owner, 'Ida');
    await call(node.app, updateInterviewer, {
      token,
      params: { id: ida.userId },
      body: { name: 'Ada', email: ida.email, password: 'another one' },
    });
    await signIn(node, ida.email, 'another one');
    expect((await call(node.app, listInterviewers, { token })).reply.data).toMatchObject([{ name: 'Ada' }]);
    await call(node.app, deleteInterviewer, { token, params: { id: ida.userId } });
    expect((await call(node.app, listInterviewers, { token })).reply.total).toBe(0);

    const email = newEmail();
    await call(node.app, updateCompanyProfile, { token, body: { name: 'New', email, phone: null } });
    const preferences = { emailNotifications: false, sessionReminders: false, weeklyReports: true };
    await call(node.app, updateNotificationPreferences, { token, body: preferences });
    const passwords = { current_password: PASSWORD, new_password: 'another one' };
    await call(node.app, changePassword, { token, body: passwords });

    const { company } = await signIn(node, email, 'another one');
    expect(company).toMatchObject({ name: 'New', email, notification_preferences: preferences });
    const taken = await call(node.app, register, {
      body: { name: 'X', email, password: PASSWORD, password_confirmation: PASSWORD },
    });
    expect(taken.error.errors).toEqual({ email: ['This email is already registered'] });
  });

  it('holds the plan’s limits against concurrent calls', async () => {
    const { token } = await registerCompany(node, { plan: 'professional' });
    const start = () => call(node.app, planning.quickStart, { token, body: { room_code: newRoomCode() } });

    const answers = await Promise.all(Array.from({ length: 40 }, start));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(35);
    const id = answers.find(({ status }) => status === 201)?.reply.session.id ?? '';
    expect((await call(node.app, interviews.deleteInterview, { token, params: { id } })).status).toBe(200);
    expect((await start()).status).toBe(201);
  });
});
