import { randomUUID } from 'node:crypto';
import type { Interview } from '@cip/contracts/interviews/interviews';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  endInterview,
  joinAsCandidate,
  quickStart,
  registerCompany,
  scheduleInterview,
  type SignedIn,
} from '../../testing/builders.ts';
import { userIdOf } from '../../testing/http/scorecards.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import * as candidates from './candidates.repository.ts';
import * as interviews from './interviews.repository.ts';
import * as openInterviews from './open-interviews.repository.ts';
import * as plans from './planning/plan.repository.ts';
import * as interviewList from './interview-list.repository.ts';
import { findMailData } from './mails/interview-mail-data.repository.ts';
import * as usage from '../billing/plans/usage.repository.ts';
import { countWeek } from '../reports/weekly-report.repository.ts';
import * as rooms from './room-state.repository.ts';
import { wholeCompany } from './scope.service.ts';

// Calls every function with one company's interview and another company's id: it must find and change nothing.
let node: TestApp;
let owner: SignedIn;
let own: string;
let interview: Interview;
let other: string;
let userId: string;
beforeAll(async () => {
  node = await startTestApp();
  owner = await registerCompany(node, { plan: 'enterprise' });
  own = owner.company.id;
  userId = await userIdOf(node, owner);
  interview = await quickStart(node, owner);
  other = (await registerCompany(node)).company.id;
});
afterAll(() => node.close());

it('finds no interview of another company', async () => {
  const { db } = node.ctx;

  expect(await interviews.findById(db, wholeCompany(other), interview.id)).toBeUndefined();
  expect(await interviews.findByRoomCode(db, wholeCompany(other), interview.room_code)).toBeUndefined();
  expect(await interviewList.list(db, wholeCompany(other), { limit: 10, offset: 0 })).toEqual([]);
  expect(await interviewList.count(db, wholeCompany(other))).toBe(0);
  await db.transaction().execute(async (trx) => {
    expect(await interviews.lockById(trx, wholeCompany(other), interview.id)).toBeUndefined();
    expect(await interviews.lockByRoomCode(trx, wholeCompany(other), interview.room_code)).toBeUndefined();
    expect(await usage.countActive(trx, other)).toBe(0);
    expect(await usage.countStartedThisMonth(trx, other)).toBe(0);
  });
});

it('finds no interview with an unknown id', async () => {
  const { db } = node.ctx;

  expect(await interviews.findById(db, wholeCompany(own), randomUUID())).toBeUndefined();
  expect(await interviews.findByRoomCode(db, wholeCompany(own), 'private-room-0')).toBeUndefined();
  expect(await interviews.findByLink(db, 'private-room-0')).toBeUndefined();
  expect(await rooms.findInterviewForRoom(db, 'private-room-0')).toBeUndefined();
  expect(await interviews.remove(db, wholeCompany(own), randomUUID())).toBeUndefined();
  await db.transaction().execute(async (trx) => {
    expect(await interviews.lockById(trx, wholeCompany(own), randomUUID())).toBeUndefined();
    expect(await interviews.lockByRoomCode(trx, wholeCompany(own), 'private-room-0')).toBeUndefined();
  });
});

it('updates only the given interview', async () => {
  const { db } = node.ctx;
  const second = await quickStart(node, owner);
  const rows = () =>
    db.selectFrom('interviews').select(['id', 'status', 'typing_mode']).where('company_id', '=', own).execute();

  await db.transaction().execute((trx) => openInterviews.markEnded(trx, own, second.id));
  await rooms.setTypingMode(db, second.id, 'instant');
  expect(await rows()).toEqual(
    expect.arrayContaining([
      { id: interview.id, status: 'active', typing_mode: 'enter' },
      { id: second.id, status: 'completed', typing_mode: 'instant' },
    ]),
  );

  const third = await quickStart(node, owner);
  await db.transaction().execute((trx) => openInterviews.markEnded(trx, own, third.id));
  await db.transaction().execute((trx) => openInterviews.markStarted(trx, { companyId: own, userId }, third.id));
  expect(await interviews.findById(db, wholeCompany(own), second.id)).toMatchObject({ status: 'completed' });
  expect(await interviews.remove(db, wholeCompany(own), second.id)).toBe(second.room_code);
  expect(await interviews.findById(db, wholeCompany(own), interview.id)).toMatchObject({ status: 'active' });
});

it('cancels and updates only the given interview', async () => {
  const { db } = node.ctx;
  const [second, third] = [await quickStart(node, owner), await quickStart(node, owner)];

  await db.transaction().execute((trx) => plans.markCancelled(trx, own, second.id));
  await interviews.change(db, own, second.id, { notes: 'Noted' });

  expect(await interviews.findById(db, wholeCompany(own), second.id)).toMatchObject({
    status: 'cancelled',
    notes: 'Noted',
  });
  expect(await interviews.findById(db, wholeCompany(own), third.id)).toEqual(third);
});

it('marks only the given rooms as occupied', async () => {
  const { db } = node.ctx;
  const second = await quickStart(node, owner);

  await rooms.markOccupied(db, [second.id]);

  const noted = await db.selectFrom('room_occupancy').select('interview_id').execute();
  expect(noted).toEqual([{ interview_id: second.id }]);
});

it('returns closed rooms and removed candidates', async () => {
  const { db } = node.ctx;
  const third = await registerCompany(node, { plan: 'enterprise' });
  const [open, called, over] = [
    await quickStart(node, third),
    await scheduleInterview(node, third),
    await quickStart(node, third),
  ];
  await endInterview(node, third, over.room_code);
  const [ada, bob] = [await joinAsCandidate(node, open.room_code), await joinAsCandidate(node, open.room_code)];
  await candidates.markCandidateRemoved(db, bob.participant_id, open.id);
  const unknown = randomUUID();

  const closed = await rooms.findClosedInterviews(db, [open.id, called.id, over.id, unknown]);
  const removed = await candidates.findRemovedCandidates(db, [ada.participant_id, bob.participant_id, unknown]);

  expect(closed).toEqual([called.id, over.id, unknown]);
  expect(removed).toEqual([bob.participant_id, unknown]);
});

it('changes no interview of another company', async () => {
  const { db } = node.ctx;
  const row = () => db.selectFrom('interviews').selectAll().where('id', '=', interview.id).executeTakeFirstOrThrow();
  const before = await row();

  await db.transaction().execute(async (trx) => {
    await openInterviews.markStarted(trx, { companyId: other, userId }, interview.id);
    await openInterviews.markEnded(trx, other, interview.id);
    await plans.markCancelled(trx, other, interview.id);
  });
  await interviews.change(db, other, interview.id, { notes: 'from elsewhere' });

  expect(await interviews.remove(db, wholeCompany(other), interview.id)).toBeUndefined();
  expect(await row()).toEqual(before);
});

it('counts the planned interviews until their time is over', async () => {
  const { db } = node.ctx;
  const company = await registerCompany(node);
  const { id, minutes } = await scheduleInterview(node, company);
  const planFor = (from: number) =>
    db
      .updateTable('interviews')
      .set({ scheduled_at: new Date(Date.now() + from * 60_000).toISOString() })
      .where('id', '=', id)
      .execute();

  await planFor(1 - minutes);
  expect(await usage.countScheduled(db, company.company.id)).toBe(1);
  await planFor(-1 - minutes);
  expect(await usage.countScheduled(db, company.company.id)).toBe(0);
});

it('counts, lists and deletes only the company’s interviews', async () => {
  const { db } = node.ctx;
  const stranger = await registerCompany(node);
  const { id } = await quickStart(node, stranger);
  const from = new Date(Date.now() - 24 * 3_600_000).toISOString();
  const weekOf = (companyId: string) => countWeek(db, companyId, from);
  await joinAsCandidate(node, interview.room_code);
  await scheduleInterview(node, owner);

  expect(await openInterviews.listActive(db, wholeCompany(stranger.company.id))).toEqual([
    expect.objectContaining({ id }),
  ]);
  expect(await usage.countScheduled(db, stranger.company.id)).toBe(0);
  expect(await weekOf(stranger.company.id)).toEqual({ started: 1, finished: 0, joined: 0, planned: 0 });
  expect(await weekOf(own)).toMatchObject({ joined: 1, planned: 1 });
  const before = await interviewList.count(db, wholeCompany(own));

  expect(await openInterviews.listIds(db, stranger.company.id, 10)).toEqual([id]);
  await openInterviews.removeById(db, id);

  expect(await interviewList.count(db, wholeCompany(own))).toBe(before);
  expect(await openInterviews.listIds(db, stranger.company.id, 10)).toEqual([]);
});

it('updates the company’s interview, whichever company created one first', async () => {
  const { db } = node.ctx;
  const stranger = await registerCompany(node);
  const strange = await quickStart(node, stranger);
  const rowOf = (id: string) => db.selectFrom('interviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const before = await rowOf(strange.id);
  const { company } = stranger;

  await db.transaction().execute(async (trx) => {
    // Room code of one interview, company of the other; both exist.
    expect(await interviews.lockById(trx, wholeCompany(own), strange.id)).toBeUndefined();
    expect(await interviews.lockByRoomCode(trx, wholeCompany(own), strange.room_code)).toBeUndefined();
    expect(await interviews.lockById(trx, wholeCompany(company.id), strange.id)).toMatchObject({ id: strange.id });
    expect(await interviews.lockByRoomCode(trx, wholeCompany(company.id), strange.room_code)).toMatchObject({
      id: strange.id,
    });
    await openInterviews.markStarted(trx, { companyId: own, userId }, strange.id);
    for (const mark of [openInterviews.markEnded, plans.markCancelled]) await mark(trx, own, strange.id);
  });
  await interviews.change(db, own, strange.id, { notes: 'from elsewhere' });

  expect(await rowOf(strange.id)).toEqual(before);
});

it('finds a candidate only in their interview, and the e-mail data of the given interview', async () => {
  const { db } = node.ctx;
  const second = await quickStart(node, owner);
  const { participant_id: candidateId } = await joinAsCandidate(node, second.room_code, 'Grace');

  expect(await candidates.findCandidate(db, candidateId, second.id)).toMatchObject({ name: 'Grace' });
  expect(await candidates.findCandidate(db, candidateId, interview.id)).toBeUndefined();
  expect(await candidates.markCandidateRemoved(db, candidateId, interview.id)).toBe(false);
  expect(await findMailData(db, second.id)).toMatchObject({ room_code: second.room_code });
  expect(await findMailData(db, interview.id)).toMatchObject({ room_code: interview.room_code });
  expect(await findMailData(db, randomUUID())).toBeUndefined();
});
