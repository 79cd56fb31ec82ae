import { deleteInterviewer } from '@cip/contracts/accounts/interviewers';
import * as interviews from '@cip/contracts/interviews/interviews';
import * as planning from '@cip/contracts/interviews/planning';
import { verifyEmail } from '@cip/contracts/accounts/auth-recovery';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addInterviewer,
  makeKey,
  newEmail,
  newRoomCode,
  quickStart,
  registerCompany,
  type SignedIn,
} from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import type { Received } from '../../../testing/mails/mailbox.ts';
import { startMailNode, type MailNode } from '../../../testing/mails/mail-node.ts';
import { calendarOf } from '../../../testing/mails/read-calendar.ts';
import { userIdOf } from '../../../testing/http/scorecards.ts';
import { until } from '../../../testing/until.ts';

let mail: MailNode;
beforeAll(async () => {
  mail = await startMailNode();
});
afterAll(() => mail.close());

type Person = SignedIn & { userId: string };

/** A company with Ben, who leads, and Nora, and the interview that the owner has planned for them. */
async function planned({ candidate_email = newEmail(), by }: { candidate_email?: string | null; by?: string } = {}) {
  const owner = await registerCompany(mail.node, { name: 'Acme', plan: 'professional' });
  const ben = await addInterviewer(mail.node, owner, 'Ben Okafor');
  const nora = await addInterviewer(mail.node, owner, 'Nora Lind');
  const { session } = (await plan(owner, [ben, nora], candidate_email, by)).reply;
  return { owner, ben, nora, session, candidate: candidate_email ?? '' };
}

const plan = ({ token }: { token: string }, people: Person[], email: string | null, by?: string) =>
  call(mail.node.app, planning.scheduleInterview, {
    token: by ?? token,
    body: {
      room_code: newRoomCode(),
      candidate_name: 'Cy Dent',
      candidate_email: email,
      scheduled_at: new Date(Date.now() + 48 * 3_600_000).toISOString(),
      time_zone: 'Asia/Kolkata',
      interviewer_ids: people.map(({ userId }) => userId),
    },
  });
const replan = ({ token }: SignedIn, { id, plan_revision: revision }: interviews.Interview, body: object) =>
  call(mail.node.app, planning.changePlan, { token, params: { id }, body: { revision, ...body } });
const remove = ({ token }: { token: string }, { id }: interviews.Interview) =>
  call(mail.node.app, interviews.deleteInterview, { token, params: { id } });

const subjectOf = ({ parts }: Received) => parts.subject ?? '';
const isAbout = (words: string) => (received: Received) => subjectOf(received).includes(words);
const subjectsTo = (email: string) =>
  mail.mailbox.received.filter(({ to }) => to.includes(email)).map((received) => subjectOf(received));

/** Waits until no e-mail about the company is due. */
async function untilSent({ company }: SignedIn): Promise<void> {
  const due = () =>
    mail.node.ctx.db
      .selectFrom('mails')
      .select('kind')
      .where('company_id', '=', company.id)
      .where('due_at', '<', new Date(Date.now() + 600_000).toISOString())
      .execute();
  await expect.poll(due, { timeout: 30_000 }).toEqual([]);
}

describe('a planned interview', () => {
  it('invites the interviewers of a plan with an event for their calendars', async () => {
    const { owner, ben, nora, session } = await planned();
    const invitationOf = (email: string) =>
      until('the invitation', () =>
        mail.mailbox.received.find((each) => each.to.includes(email) && isAbout('New interview')(each)),
      );

    const invitation = await invitationOf(nora.email);
    const { text, parts } = invitation;
    expect(parts.subject).toBe('New interview with Cy Dent');
    expect(text).toContain('Hello Nora Lind,');
    expect(text).toContain('Acme has scheduled a live coding interview with Cy Dent');
    expect(text).toContain('(Asia/Kolkata)');
    expect(text).toContain(`Where: https://interviews.example/editor?room=${session.room_code}`);
    const event = calendarOf(invitation);
    expect(event).toMatchObject({ method: 'REQUEST', uid: session.id, title: 'Interview with Cy Dent' });
    expect(event.organizer).toEqual({ name: 'Acme', address: `mailto:${owner.email}` });
    expect(event.attendee).toEqual({ name: 'Nora Lind', address: `MAILTO:${nora.email}` });
    await invitationOf(ben.email);
  });

  it('does not write to the interviewer who planned it', async () => {
    const owner = await registerCompany(mail.node);
    const ben = await addInterviewer(mail.node, owner, 'Ben Okafor');
    const nora = await addInterviewer(mail.node, owner, 'Nora Lind');
    await plan(ben, [ben, nora], null);
    await untilSent(owner);

    expect(subjectsTo(ben.email)).not.toContain('New interview with Cy Dent');
    expect(subjectsTo(nora.email)).toContain('New interview with Cy Dent');
  });

  it('writes to every interviewer if a program planned it', async () => {
    const owner = await registerCompany(mail.node);
    const { secret } = await makeKey(mail.node, owner);
    await plan(owner, [{ ...owner, userId: await userIdOf(mail.node, owner) }], null, secret);
    await untilSent(owner);

    expect(subjectsTo(owner.email)).toContain('New interview with Cy Dent');
  });

  it('sends the new plan to the interviewers, and mails who joins and who leaves', async () => {
    const { owner, ben, nora, session } = await planned();
    const ona = await addInterviewer(mail.node, owner, 'Ona Roth');
    await untilSent(owner);
    const left = mail.mailbox.next(nora.email, isAbout('no longer'));

    const people = [ben.userId, ona.userId];
    expect((await replan(owner, session, { minutes: 30, interviewer_ids: people })).status).toBe(200);
    await untilSent(owner);

    expect(subjectOf(await left)).toBe('You no longer interview Cy Dent');
    expect(calendarOf(await left)).toMatchObject({ method: 'CANCEL', uid: session.id, sequence: 1 });
    expect(subjectsTo(ben.email).at(-1)).toBe('New plan for the interview with Cy Dent');
    expect(subjectsTo(ona.email).at(-1)).toBe('New interview with Cy Dent');
  });

  it('sends the candidate’s new name to the interviewers, whose calendars take it', async () => {
    const { owner, ben, nora, session, candidate } = await planned();
    await untilSent(owner);
    const [toCandidate, toOwner] = [subjectsTo(candidate), subjectsTo(owner.email)];
    const isNew = isAbout('Dee Park');
    const mails = [ben, nora].map(({ email }) => mail.mailbox.next(email, isNew));
    const rename = (name: string) =>
      call(mail.node.app, interviews.changeInterview, {
        token: owner.token,
        params: { id: session.id },
        body: { candidate_name: name },
      });

    expect((await rename('Dee Park')).reply.session).toMatchObject({ plan_revision: session.plan_revision + 1 });
    for (const received of await Promise.all(mails)) {
      expect(subjectOf(received)).toBe('New plan for the interview with Dee Park');
      expect(received.text).toContain('interview with Dee Park has changed');
      const event = { method: 'REQUEST', uid: session.id, sequence: 1, title: 'Interview with Dee Park' };
      expect(calendarOf(received)).toMatchObject(event);
    }
    await rename('Dee Park');
    await untilSent(owner);

    expect(mail.mailbox.received.filter(isNew)).toHaveLength(2);
    // The candidate's own event does not have their name, and the owner is no interviewer.
    expect([subjectsTo(candidate), subjectsTo(owner.email)]).toEqual([toCandidate, toOwner]);
  });

  it('writes no new name of the candidate once the interview runs', async () => {
    const { owner, ben, session } = await planned();
    await call(mail.node.app, planning.startInterview, { token: ben.token, params: { id: session.id } });
    await untilSent(owner);
    const before = subjectsTo(ben.email);
    const body = { candidate_name: 'Dee Park' };
    await call(mail.node.app, interviews.changeInterview, { token: owner.token, params: { id: session.id }, body });
    await untilSent(owner);

    expect(subjectsTo(ben.email)).toEqual(before);
  });

  it('mails the cancellation to the interviewers', async () => {
    const { owner, ben, nora, session } = await planned();
    await untilSent(owner);
    const mails = [ben, nora].map(({ email }) => mail.mailbox.next(email, isAbout('cancelled')));
    await call(mail.node.app, planning.cancelInterview, { token: owner.token, params: { id: session.id } });

    for (const received of await Promise.all(mails)) {
      expect(subjectOf(received)).toBe('The interview with Cy Dent is cancelled');
      expect(calendarOf(received)).toMatchObject({ method: 'CANCEL', uid: session.id, sequence: 1 });
    }
  });

  it('writes nothing to an interviewer whose account is gone', async () => {
    const { owner, nora, session } = await planned({ candidate_email: null });
    await untilSent(owner);
    await call(mail.node.app, deleteInterviewer, { token: owner.token, params: { id: nora.userId } });
    const before = subjectsTo(nora.email);
    await call(mail.node.app, planning.cancelInterview, { token: owner.token, params: { id: session.id } });
    await untilSent(owner);

    expect(subjectsTo(nora.email)).toEqual(before);
  });
});

describe('the deletion of a planned interview', () => {
  it('mails the cancellation of a deleted interview, with the end of the calendar event', async () => {
    const { owner, ben, nora, session, candidate } = await planned();
    await untilSent(owner);
    const mails = [candidate, ben.email, nora.email].map((email) => mail.mailbox.next(email, isAbout('cancelled')));

    expect((await remove(owner, session)).status).toBe(200);

    const [toCandidate, ...toColleagues] = await Promise.all(mails);
    expect(toCandidate && subjectOf(toCandidate)).toBe('Your interview with Acme is cancelled');
    expect(toColleagues.map((received) => subjectOf(received))).toEqual([
      'The interview with Cy Dent is cancelled',
      'The interview with Cy Dent is cancelled',
    ]);
    for (const received of await Promise.all(mails))
      expect(calendarOf(received)).toMatchObject({ method: 'CANCEL', uid: session.id, sequence: 1 });
  });

  it('writes nothing about a deleted interview that was cancelled or has begun', async () => {
    const { owner, ben, session, candidate } = await planned();
    await call(mail.node.app, planning.cancelInterview, { token: owner.token, params: { id: session.id } });
    await untilSent(owner);
    const before = [...subjectsTo(candidate), ...subjectsTo(ben.email)];
    await remove(owner, session);
    await remove(owner, await quickStart(mail.node, owner));
    await untilSent(owner);

    expect([...subjectsTo(candidate), ...subjectsTo(ben.email)]).toEqual(before);
  });
});

it('mails a cancellation though the session is deleted before it is sent', async () => {
  const { owner, ben, session, candidate } = await planned();
  await untilSent(owner);
  const heard = [candidate, ben.email].map((email) => mail.mailbox.next(email, isAbout('cancelled')));
  mail.mailbox.refuses = true;
  await call(mail.node.app, planning.cancelInterview, { token: owner.token, params: { id: session.id } });

  expect((await remove(owner, session)).status).toBe(200);

  mail.mailbox.refuses = false;
  for (const received of await Promise.all(heard))
    expect(calendarOf(received)).toMatchObject({ method: 'CANCEL', uid: session.id });
});

it.each([
  ['cancelled', planning.cancelInterview],
  ['deleted', interviews.deleteInterview],
] as const)('mails nobody that a plan is %s after its time', async (_, change) => {
  const { owner, ben, nora, session, candidate } = await planned();
  await untilSent(owner);
  await mail.node.ctx.db
    .updateTable('interviews')
    .set({ scheduled_at: new Date(Date.now() - (session.minutes + 1) * 60_000).toISOString() })
    .where('id', '=', session.id)
    .execute();

  const { status } = await call(mail.node.app, change, { token: owner.token, params: { id: session.id } });
  await untilSent(owner);

  expect(status).toBe(200);
  const subjects = [candidate, ben.email, nora.email].flatMap(subjectsTo);
  expect(subjects.filter((subject) => subject.includes('cancelled'))).toEqual([]);
});

describe('in production', () => {
  it('holds mails in production until the owner’s e-mail is confirmed', async () => {
    const production = await startMailNode({
      env: { NODE_ENV: 'production', JWT_SECRET: 'q7Vd0c2mXx8rTz4LwB9sKfYpN1hJgE5u' },
    });
    const { node, mailbox } = production;
    const owner = await registerCompany(node, { plan: 'professional' });
    const confirmation = await until('the mail to confirm', () =>
      mailbox.received.find(({ to }) => to.includes(owner.email)),
    );
    const ben = await addInterviewer(node, owner, 'Ben Okafor');
    const schedule = () =>
      call(node.app, planning.scheduleInterview, {
        token: owner.token,
        body: {
          room_code: newRoomCode(),
          candidate_name: 'Cy Dent',
          candidate_email: newEmail(),
          scheduled_at: new Date(Date.now() + 48 * 3_600_000).toISOString(),
          interviewer_ids: [ben.userId],
        },
      });
    const forgotten = (await schedule()).reply.session;
    await call(node.app, interviews.deleteInterview, { token: owner.token, params: { id: forgotten.id } });
    await schedule();
    const invited = mailbox.next(ben.email, isAbout('New interview'));
    const heardBefore = mailbox.received.filter(({ to }) => to.includes(ben.email)).map((one) => subjectOf(one));
    const [, token = ''] = /verify-email#(\S+)/.exec(confirmation.text) ?? [];
    await call(node.app, verifyEmail, { body: { token } });
    await invited;

    expect(heardBefore.filter((subject) => subject.includes('Cy Dent'))).toEqual([]);
    expect(mailbox.received.filter(isAbout('cancelled'))).toEqual([]);
    await production.close();
  });
});
