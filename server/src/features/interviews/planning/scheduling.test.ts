import { randomUUID } from 'node:crypto';
import { PAGE_SIZE } from '@cip/contracts/protocol/common';
import * as interviews from '@cip/contracts/interviews/interviews';
import { NOTES_MAX } from '@cip/contracts/interviews/notes-limits';
import * as planning from '@cip/contracts/interviews/planning';
import * as publicInterviews from '@cip/contracts/interviews/public-interviews';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addInterviewer,
  endInterview,
  newRoomCode,
  quickStart,
  registerCompany,
  scheduleInterview,
} from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const NO_ACCESS = { message: 'Session not found or access denied', code: 'not_found' };

const schedule = (token: string, change: Record<string, unknown> = {}) =>
  call(node.app, planning.scheduleInterview, {
    token,
    body: { room_code: newRoomCode(), candidate_name: 'Ada', scheduled_at: inHours(1), ...change },
  });
const cancel = (token: string, id: string) => call(node.app, planning.cancelInterview, { token, params: { id } });
const change = (token: string, id: string, body: unknown) =>
  call(node.app, interviews.changeInterview, { token, params: { id }, body });
const start = (token: string, id: string) => call(node.app, planning.startInterview, { token, params: { id } });
const upcoming = (token: string) => call(node.app, interviews.listInterviews, { token, query: { upcoming: 'true' } });
const readPublic = (roomCode: string) => call(node.app, publicInterviews.getPublicInterview, { params: { roomCode } });

describe('scheduling', () => {
  it('creates a scheduled interview whose link shows its time', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const ida = await addInterviewer(node, owner, 'Ida');
    const scheduled_at = inHours(24);

    const { status, reply } = await schedule(ida.token, { scheduled_at, candidate_email: 'ada@example.com' });

    expect(status).toBe(201);
    expect(reply.session).toMatchObject({
      status: 'scheduled',
      candidate_name: 'Ada',
      candidate_email: 'ada@example.com',
      scheduled_at,
      started_at: null,
      interviewer_name: 'Ida',
    });
    const link = (await readPublic(reply.session.room_code)).reply.session;
    expect(reply.session.asks_before_admitting).toBe(true);
    expect(link).toMatchObject({ status: 'scheduled', scheduled_at, candidate_name: null });

    const open = (await schedule(ida.token, { asks_before_admitting: false })).reply.session;
    expect((await readPublic(open.room_code)).reply.session.candidate_name).toBe('Ada');
  });

  it('stores the moment, whatever its time zone', async () => {
    const { token } = await registerCompany(node);
    const moment = new Date(Math.floor(Date.now() / 1000) * 1000 + HOUR_MS);
    const inTokyo = `${new Date(moment.getTime() + 9 * HOUR_MS).toISOString().slice(0, 19)}+09:00`;

    const { reply } = await schedule(token, { scheduled_at: inTokyo });

    expect(reply.session.scheduled_at).toBe(moment.toISOString());
  });

  it('returns the existing interview for the same room code', async () => {
    const { token } = await registerCompany(node);
    const room_code = newRoomCode();

    const [one, two] = await Promise.all([schedule(token, { room_code }), schedule(token, { room_code })]);

    expect(one.reply).toEqual(two.reply);
  });

  it('refuses another company’s room code', async () => {
    const { room_code } = await scheduleInterview(node, await registerCompany(node));
    const { token } = await registerCompany(node);

    expect(await schedule(token, { room_code })).toMatchObject({ status: 409, error: { code: 'conflict' } });
  });

  it('requires an active plan, but counts against its limits only from the start', async () => {
    const without = await registerCompany(node, { plan: null });
    expect(await schedule(without.token)).toMatchObject({ status: 402, error: { code: 'plan_required' } });

    const { token } = await registerCompany(node, { plan: 'starter' });
    const [one, two] = [(await schedule(token)).reply.session, (await schedule(token)).reply.session];
    expect((await start(token, one.id)).reply.session.status).toBe('active');
    expect(await start(token, two.id)).toMatchObject({ status: 409, error: { code: 'limit_reached' } });
  });

  it.each([
    ['scheduled_at', inHours(-1)],
    ['scheduled_at', inHours(24 * 400)],
    ['scheduled_at', 'tomorrow'],
    ['scheduled_at', null],
    ['candidate_name', ' '],
    ['candidate_name', null],
    ['candidate_email', 'nobody'],
    ['room_code', 'short'],
  ])('refuses the %s %j', async (field, value) => {
    const { token } = await registerCompany(node);

    const { status, error } = await schedule(token, { [field]: value });

    expect(status).toBe(422);
    expect(Object.keys(error.errors ?? {})).toEqual([field]);
  });
});

describe('cancelling', () => {
  it('cancels a scheduled interview for good, idempotently', async () => {
    const { token } = await registerCompany(node);
    const { id, room_code } = (await schedule(token)).reply.session;

    const { status, reply } = await cancel(token, id);

    expect(status).toBe(200);
    expect(reply.session.status).toBe('cancelled');
    expect((await cancel(token, id)).reply).toEqual(reply);
    expect(await start(token, id)).toMatchObject({ status: 409, error: { code: 'ended' } });
    expect((await readPublic(room_code)).reply.session.status).toBe('cancelled');
  });

  it('refuses an active or ended interview', async () => {
    const owner = await registerCompany(node);
    const { id, room_code } = await quickStart(node, owner);

    expect(await cancel(owner.token, id)).toMatchObject({ status: 409, error: { code: 'conflict' } });
    await endInterview(node, owner, room_code);
    expect(await cancel(owner.token, id)).toMatchObject({ status: 409, error: { code: 'ended' } });
  });

  it('cancels or starts an interview if both are requested concurrently', async () => {
    const { token } = await registerCompany(node);
    const { id } = (await schedule(token)).reply.session;

    const answers = await Promise.all([cancel(token, id), start(token, id)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('returns 404 for another company', async () => {
    const { id } = await scheduleInterview(node, await registerCompany(node));
    const { token } = await registerCompany(node);

    for (const wanted of [id, randomUUID(), 'no-id'])
      expect(await cancel(token, wanted)).toMatchObject({ status: 404, error: NO_ACCESS });
  });
});

describe('changing', () => {
  it('accepts notes of the maximum length, fully escaped', async () => {
    const owner = await registerCompany(node);
    const { id } = await scheduleInterview(node, owner);
    const notes = '\u0001'.repeat(NOTES_MAX);

    const { status, reply } = await change(owner.token, id, {
      notes,
      notes_base: '\u0002'.repeat(NOTES_MAX),
    });

    expect(status).toBe(200);
    expect(reply.session.notes).toBe(notes);
  });

  it('stores e-mail and notes, which the public link does not show', async () => {
    const owner = await registerCompany(node);
    const { id, room_code } = await quickStart(node, owner);

    const { status, reply } = await change(owner.token, id, { candidate_email: 'ada@example.com', notes: 'Kind.\n' });

    expect(status).toBe(200);
    expect(reply.session).toMatchObject({ candidate_email: 'ada@example.com', notes: 'Kind.\n', candidate_name: null });
    const seen = JSON.stringify((await readPublic(room_code)).reply);
    expect(seen).not.toContain('ada@example.com');
    expect(seen).not.toContain('Kind.');
  });

  it('keeps absent fields and clears null or blank ones', async () => {
    const { token } = await registerCompany(node);
    const { id } = (await schedule(token, { candidate_email: 'ada@example.com' })).reply.session;
    await change(token, id, { notes: 'Noted', candidate_name: ' Ada Lovelace ' });

    expect((await change(token, id, {})).reply.session).toMatchObject({
      notes: 'Noted',
      candidate_name: 'Ada Lovelace',
      candidate_email: 'ada@example.com',
    });
    expect((await change(token, id, { notes: ' ', candidate_email: null })).reply.session).toMatchObject({
      notes: null,
      candidate_email: null,
    });
  });

  describe('team notes that two interviewers write', () => {
    /** Stores `stored`, then a colleague's change of `base`, the text that the colleague had read. */
    async function writeOver(stored: string, base: string, notes: string | null) {
      const owner = await registerCompany(node);
      const ida = await addInterviewer(node, owner, 'Ida');
      const { id } = await scheduleInterview(node, owner);
      await change(owner.token, id, { notes: stored });
      const op_id = randomUUID();
      const write = () => change(ida.token, id, { notes, notes_base: base, op_id });
      return { first: await write(), repeat: write };
    }

    it.each([
      ['started with different words', 'Asks first.', '', 'Knows SQL.', 'Asks first.\n\nKnows SQL.'],
      ['each added a sentence', 'Kind. Asks first.', 'Kind.', 'Kind. Knows SQL.', 'Kind. Asks first. Knows SQL.'],
      ['changed different lines', 'One!\nTwo', 'One\nTwo', 'One\nTwo and a half', 'One!\nTwo and a half'],
      ['took out words beside new ones', 'Late. Kind. Asks first.', 'Late. Kind.', 'Kind.', 'Kind. Asks first.'],
      ['emptied notes that have new words', 'Kind. Asks first.', 'Kind.', null, ' Asks first.'],
      ['emptied notes before words were added', '', 'Late.', 'Late. Kind.', ' Kind.'],
      ['emptied the notes', 'Kind.', 'Kind.', null, null],
    ])('keeps the words of both interviewers when they %s', async (_, stored, base, notes, both) => {
      const { first, repeat } = await writeOver(stored, base, notes);

      expect(first.status).toBe(200);
      expect(first.reply.session.notes).toBe(both);
      // The first reply was lost.
      expect((await repeat()).reply.session.notes).toBe(both);
    });

    it('keeps all words that are written at the same time', async () => {
      const owner = await registerCompany(node);
      const { id } = await scheduleInterview(node, owner);
      const words = ['Asks first.', 'Knows SQL.', 'Tests well.'];

      await Promise.all(words.map((notes) => change(owner.token, id, { notes, notes_base: '' })));

      const { notes } = (await change(owner.token, id, {})).reply.session;
      expect(notes?.split('\n\n').toSorted()).toEqual(words);
    });

    it('refuses both texts if together they are too long, and keeps the stored one', async () => {
      const stored = 'a'.repeat(NOTES_MAX);
      const { first, repeat } = await writeOver(stored, '', 'b');

      expect(first).toMatchObject({ status: 409, error: { code: 'conflict' } });
      expect((await repeat()).status).toBe(409);
    });

    it('replaces the notes for a page of the previous release, which sends no base', async () => {
      const { token } = await registerCompany(node);
      const { id } = (await schedule(token)).reply.session;
      await change(token, id, { notes: 'Asks first.' });

      expect((await change(token, id, { notes: 'Knows SQL.' })).reply.session.notes).toBe('Knows SQL.');
    });
  });

  it.each([
    ['notes', 'x'.repeat(10_001)],
    ['notes', 'a\0'],
    ['notes_base', 'x'.repeat(10_001)],
    ['candidate_email', 'nobody'],
    ['candidate_name', null],
    ['status', 'active'],
  ])('refuses the %s', async (field, value) => {
    const owner = await registerCompany(node);
    const { id } = await quickStart(node, owner);

    const { status, error } = await change(owner.token, id, { [field]: value });

    expect(status).toBe(422);
    expect(Object.keys(error.errors ?? {})).toEqual([field]);
  });

  it('returns 404 for another company', async () => {
    const { id } = await scheduleInterview(node, await registerCompany(node));
    const { token } = await registerCompany(node);

    for (const wanted of [id, randomUUID(), 'no-id'])
      expect(await change(token, wanted, { notes: 'x' })).toMatchObject({ status: 404, error: NO_ACCESS });
  });
});

it('lists one interview by its id or room code, to coordinators too, and none of another company', async () => {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const cora = await addInterviewer(node, owner, 'Cora', 'coordinator');
  const [planned] = [await scheduleInterview(node, owner), await scheduleInterview(node, owner)];
  const other = await scheduleInterview(node, await registerCompany(node, { plan: 'enterprise' }));
  const listed = async (key: string) =>
    (await call(node.app, interviews.listInterviews, { token: cora.token, query: { key } })).reply.data;

  for (const key of [planned.id, planned.room_code])
    expect((await listed(key)).map(({ id }) => id)).toEqual([planned.id]);
  for (const key of [other.id, other.room_code, 'none']) expect(await listed(key)).toEqual([]);
});

describe('the upcoming interviews', () => {
  it('lists the upcoming interviews by their start, even if many were planned later', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const planned = async (hours: number) =>
      (await schedule(owner.token, { scheduled_at: inHours(hours) })).reply.session;
    const [first, second] = [await planned(1), await planned(2)];
    for (let count = 0; count < PAGE_SIZE; count++) await planned(48);

    const { data, total } = (await upcoming(owner.token)).reply;

    expect(data).toHaveLength(PAGE_SIZE);
    expect(data.slice(0, 2).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(total).toBe(PAGE_SIZE + 2);
  });

  it('lists planned interviews that start from a day ago on', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const late = await scheduleInterview(node, owner);
    const forgotten = await scheduleInterview(node, owner);
    const started = await scheduleInterview(node, owner);
    const cancelled = await scheduleInterview(node, owner);
    const move = (id: string, hours: number) =>
      node.ctx.db
        .updateTable('interviews')
        .set({ scheduled_at: inHours(hours) })
        .where('id', '=', id)
        .execute();
    await move(late.id, -23);
    await move(forgotten.id, -25);
    await start(owner.token, started.id);
    await cancel(owner.token, cancelled.id);

    expect((await upcoming(owner.token)).reply.data.map(({ id }) => id)).toEqual([late.id]);
  });
});
