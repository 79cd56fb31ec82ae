import * as interviews from '@cip/contracts/interviews/interviews';
import * as planning from '@cip/contracts/interviews/planning';
import * as publicInterviews from '@cip/contracts/interviews/public-interviews';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInterviewer, newEmail, newRoomCode, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startMailbox, type Mailbox } from '../../../testing/mails/mailbox.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let mailbox: Mailbox;
let node: TestApp;
beforeAll(async () => {
  mailbox = await startMailbox();
  const env = {
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'no-reply@interviews.example',
    PUBLIC_URL: 'https://interviews.example',
  };
  node = await startTestApp({ env });
});
afterAll(async () => {
  await node.close();
  await mailbox.close();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function plan({ token }: Pick<SignedIn, 'token'>, change: Record<string, unknown> = {}) {
  const body = { room_code: newRoomCode(), candidate_name: 'Ada', scheduled_at: inDays(7), ...change };
  return (await call(node.app, planning.scheduleInterview, { token, body })).reply.session;
}
const decline = (roomCode: string, note?: string | null) =>
  call(node.app, publicInterviews.declineInterview, { params: { roomCode }, body: note === undefined ? {} : { note } });
const changesOf =
  ({ token }: Pick<SignedIn, 'token'>, id: string) =>
  (body: Record<string, unknown>) =>
    call(node.app, planning.changePlan, { token, params: { id }, body });
const read = async ({ token }: { token: string }, room_code: string) =>
  (await call(node.app, interviews.getInterviewByRoom, { token, params: { room_code } })).reply.session;
const queued = async (id: string) =>
  (await node.ctx.db.selectFrom('mails').select('kind').where('interview_id', '=', id).execute()).map(
    ({ kind }) => kind,
  );

describe('a candidate who cannot make it', () => {
  it('mails the interviewer, whose answer reaches the candidate', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const ida = await addInterviewer(node, owner, 'Ida');
    const email = newEmail();
    const { id, room_code: room } = await plan(ida, { candidate_email: email });
    expect(await queued(id)).toContain('candidate-reminder');
    const mail = mailbox.next(ida.email, ({ text }) => text.includes('can’t make it'));

    const { reply } = await decline(room, ' I am ill.\nNext week? ');

    expect(reply.session).toMatchObject({ status: 'scheduled', declined_at: expect.any(String) });
    expect(JSON.stringify(reply)).not.toContain('Next week');
    expect(await read(ida, room)).toMatchObject({
      declined_at: reply.session.declined_at,
      decline_note: 'I am ill.\nNext week?',
    });
    const { text, parts } = await mail;
    expect(parts.subject).toBe('Ada can’t make the interview');
    expect(parts.replyTo).toMatchObject([{ address: email }]);
    expect(text).toContain('They wrote:\n\n> I am ill.\n> Next week?\n');
    expect(text).toContain(`https://interviews.example/sessions?session=${room}`);
    expect(await queued(id)).not.toContain('candidate-reminder');
  });

  it('mails a coordinator who planned it too', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const ida = await addInterviewer(node, owner, 'Ida');
    const cora = await addInterviewer(node, owner, 'Cora', 'coordinator');
    const { room_code: room } = await plan(cora, { interviewer_ids: [ida.userId] });
    const isDecline = ({ text }: { text: string }) => text.includes('can’t make it');
    const mails = Promise.all([mailbox.next(ida.email, isDecline), mailbox.next(cora.email, isDecline)]);

    await decline(room);

    const texts = (await mails).map(({ text }) => text);
    expect(texts.map((text) => text.split('\n')[0])).toEqual(['Hello Ida,', 'Hello Cora,']);
  });

  it('declines once, and again only for a new time', async () => {
    const owner = await registerCompany(node);
    const { id, room_code: room } = await plan(owner);
    const first = await decline(room, 'First');
    expect((await decline(room, 'Second')).reply).toEqual(first.reply);
    expect(await read(owner, room)).toMatchObject({ decline_note: 'First' });

    const change = changesOf(owner, id);
    await change({ revision: 0, minutes: 30 });
    expect(await read(owner, room)).toMatchObject({ decline_note: 'First' });
    await change({ revision: 1, scheduled_at: inDays(9) });
    expect(await read(owner, room)).toMatchObject({ declined_at: null, decline_note: null });
    expect((await decline(room)).reply.session.declined_at).not.toBeNull();
    expect(await read(owner, room)).toMatchObject({ decline_note: null });

    const entries = await node.ctx.db
      .selectFrom('audit_log')
      .select(['actor', 'details'])
      .where('company_id', '=', owner.company.id)
      .where('action', '=', 'interview.declined')
      .execute();
    const entry = { actor: 'candidate', details: { room_code: room } };
    expect(entries).toEqual([entry, entry]);
  });

  it('reminds a candidate who declined again only of a new time', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const { id, room_code: room } = await plan(owner, { candidate_email: newEmail() });
    const change = changesOf(owner, id);
    await decline(room);
    await change({ revision: 0, minutes: 30 });
    expect(await queued(id)).not.toContain('candidate-reminder');
    await change({ revision: 1, scheduled_at: inDays(9) });
    expect(await queued(id)).toContain('candidate-reminder');
  });

  it('no longer counts if the interview goes to another candidate’s address', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const email = newEmail();
    const { id, room_code: room } = await plan(owner, { candidate_email: email });
    const change = (body: Record<string, unknown>) =>
      call(node.app, interviews.changeInterview, { token: owner.token, params: { id }, body });
    await decline(room, 'I am ill.');
    await change({ candidate_name: 'Ada L.', candidate_email: email.toUpperCase() });
    await change({ candidate_email: null });
    expect(await read(owner, room)).toMatchObject({ decline_note: 'I am ill.' });
    await change({ candidate_name: 'Grace', candidate_email: newEmail() });
    expect(await read(owner, room)).toMatchObject({ declined_at: null, decline_note: null });
    expect(await queued(id)).toContain('candidate-reminder');
  });

  it('refuses to decline an interview that runs, is over or is cancelled', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const { token } = owner;
    const running = await plan(owner);
    await call(node.app, planning.startInterview, { token, params: { id: running.id } });
    expect((await decline(running.room_code)).error.code).toBe('conflict');
    await call(node.app, interviews.endInterview, { token, params: { room_code: running.room_code }, body: {} });
    expect((await decline(running.room_code)).error.code).toBe('ended');

    const cancelled = await plan(owner);
    await call(node.app, planning.cancelInterview, { token, params: { id: cancelled.id } });
    expect((await decline(cancelled.room_code)).error.code).toBe('ended');
    expect((await decline(newRoomCode())).error).toMatchObject({ code: 'not_found' });
    expect(await read(owner, running.room_code)).toMatchObject({ declined_at: null });
  });

  it('mails no stranger’s link, and refuses a text that is too long', async () => {
    const owner = await registerCompany(node);
    const { room_code: room } = await plan(owner);
    expect((await decline(room, 'x'.repeat(501))).error.code).toBe('invalid');
    const mail = mailbox.next(owner.email, ({ text }) => text.includes('can’t make it'));
    await decline(room, 'See https://evil.example/login and http://evil.example');
    expect((await mail).text).not.toMatch(/https?:\/\/evil/);
  });
});
