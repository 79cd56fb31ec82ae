import { randomUUID } from 'node:crypto';
import { listAudit } from '@cip/contracts/accounts/audit';
import { updateVisibility } from '@cip/contracts/accounts/company';
import { changeInterview, deleteInterview } from '@cip/contracts/interviews/interviews';
import { deleteInterviewer, updateInterviewer } from '@cip/contracts/accounts/interviewers';
import { closeStretch } from '@cip/contracts/playback/playback';
import { FrameReader } from '@cip/contracts/playback/playback-format';
import { createReviewLink, listReviewLinks, revokeReviewLink } from '@cip/contracts/playback/review-links';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInterviewer, endInterview, quickStart, registerCompany } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { startLiveRoom, type LiveRoom } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { anEnd, aRequest } from '../../testing/sockets/runs.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { openReview } from './review-links.service.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'on' } });
});
afterAll(() => node.close());

/** Returns an ended interview with an edit and a run. */
async function endedRoom(): Promise<LiveRoom> {
  const room = await startLiveRoom(node);
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  ada.insert(0, 'print(1)\n');
  const request = aRequest(ada.text, { stdin: 'the input' });
  await ada.wire.emit('run:start', { ...request });
  await ada.wire.emit('run:end', { id: request.id, end: anEnd({ tail: '' }) });
  await until('the edit', () => ada.unacknowledged.size === 0 || undefined);
  await endInterview(node, room.owner, room.roomCode);
  return room;
}

const linkOf = async ({ owner, interview }: LiveRoom, body = {}) =>
  (await call(node.app, createReviewLink, { token: owner.token, params: { id: interview.id }, body })).reply;

function open(token: string, body = {}) {
  return node.app.inject({ method: 'POST', url: '/api/public/review', payload: { token, ...body } });
}

const framesOf = (bytes: Uint8Array) => new FrameReader().add(bytes);

const reviewActions = async ({ owner }: LiveRoom) =>
  (await call(node.app, listAudit, { token: owner.token })).reply.data
    .map(({ action }) => action)
    .filter((action) => action.includes('review'));

describe('a review link', () => {
  it('plays the interview without an account, and without the candidate’s name', async () => {
    const room = await endedRoom();
    const { link, token } = await linkOf(room);
    expect(token).toHaveLength(22);
    expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).toBe(7 * 24 * 3_600_000);

    const { statusCode, rawPayload, headers } = await open(token);

    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    const frames = framesOf(rawPayload);
    expect(frames.map(({ kind }) => kind)).toEqual(['head', 'events', 'runs', 'edits', 'end']);
    const [head] = frames;
    expect(head).toMatchObject({
      head: { candidateName: null, participants: [{ type: 'interviewer' }, { name: 'The candidate' }] },
    });
    expect(rawPayload.includes('Ada')).toBe(false);
    const rest = await open(token, { after: Number.MAX_SAFE_INTEGER });
    expect(framesOf(rest.rawPayload).map(({ kind }) => kind)).toEqual(['head', 'end']);
  });

  it('plays all files of an interview, without who may change them', async () => {
    const room = await startLiveRoom(node);
    const anna = remember(await OwnClient.join(node.url, room.interviewer));
    await anna.wire.emit('document:language', { language: 'python' });
    for (const name of ['shop.py', 'old.py']) await anna.wire.emit('file:create', { id: randomUUID(), name });
    anna.doc.getText('code2').insert(0, 'price = 3');
    await anna.wire.emit('file:rename', { root: 'code2', name: 'lib/shop.py' });
    for (const event of ['file:delete', 'file:restore', 'file:delete']) await anna.wire.emit(event, { root: 'code3' });
    await anna.wire.emit('file:allow', { isAllowed: false });
    await until('the edit', () => anna.unacknowledged.size === 0 || undefined);
    await endInterview(node, room.owner, room.roomCode);

    const frames = framesOf((await open((await linkOf(room)).token)).rawPayload);

    const [head] = frames;
    const text = head?.kind === 'head' ? head.head.text : null;
    expect(head).toMatchObject({
      head: {
        files: [
          { root: 'code', name: 'main.py', content: text },
          { root: 'code2', name: 'lib/shop.py', content: 'price = 3' },
        ],
      },
    });
    const events = frames.flatMap((frame) => (frame.kind === 'events' ? frame.events : []));
    const old = { root: 'code3', name: 'old.py' };
    expect(events.filter(({ kind }) => kind.startsWith('file')).map(({ kind, data }) => [kind, data])).toEqual([
      ['file_created', { root: 'code2', name: 'shop.py' }],
      ['file_created', old],
      ['file_renamed', { root: 'code2', name: 'lib/shop.py', former: 'shop.py' }],
      ['file_deleted', old],
      ['file_restored', old],
      ['file_deleted', old],
    ]);
  });

  it('shows the candidate’s name if the link includes it', async () => {
    const { token } = await linkOf(await endedRoom(), { shows_candidate: true, days: 30 });
    expect(framesOf((await open(token)).rawPayload)[0]).toMatchObject({ head: { candidateName: 'Ada' } });
  });

  it('records when a link is made, first opened and revoked', async () => {
    const room = await endedRoom();
    const { link, token } = await linkOf(room);
    await open(token);
    await open(token);
    const params = { id: room.interview.id, link_id: link.id };
    await call(node.app, revokeReviewLink, { token: room.owner.token, params });
    expect(await reviewActions(room)).toEqual([
      'interview.review_link_revoked',
      'interview.review_link_opened',
      'interview.review_link_created',
    ]);
  });

  it('shows the company its maker and whether it was opened; never its token', async () => {
    const room = await endedRoom();
    const { token } = await addInterviewer(node, room.owner, 'Maya');
    const params = { id: room.interview.id };
    const made = (await call(node.app, createReviewLink, { token, params, body: {} })).reply;
    await open(made.token);
    const { reply } = await call(node.app, listReviewLinks, { token: room.owner.token, params });
    expect(reply.links).toMatchObject([
      { id: made.link.id, created_by: 'Maya', opened_at: expect.any(String) as string },
    ]);
    const stored = await node.ctx.db.selectFrom('review_links').selectAll().where('id', '=', made.link.id).execute();
    expect(JSON.stringify([reply, stored])).not.toContain(made.token);
  });

  it('opens nothing, in the same way, if it expired, was revoked, or its interview was deleted', async () => {
    const room = await endedRoom();
    const [expired, revoked, deleted] = [await linkOf(room), await linkOf(room), await linkOf(room)];
    await sql`update review_links set expires_at = now() where id = ${expired.link.id}`.execute(node.ctx.db);
    const params = { id: room.interview.id, link_id: revoked.link.id };
    await call(node.app, revokeReviewLink, { token: room.owner.token, params });
    const replies = [await open(expired.token), await open(revoked.token), await open('A'.repeat(22))];
    await call(node.app, deleteInterview, { token: room.owner.token, params: { id: room.interview.id } });
    replies.push(await open(deleted.token));
    for (const reply of replies)
      expect([reply.statusCode, reply.json()]).toEqual([
        404,
        { code: 'not_found', message: 'This link is not valid. Ask for a new one.' },
      ]);
    expect(
      await node.ctx.db.selectFrom('review_links').select('id').where('id', '=', deleted.link.id).execute(),
    ).toEqual([]);
  });

  it('opens nothing once its maker was removed, or became a coordinator', async () => {
    const room = await endedRoom();
    const [maya, noor] = [
      await addInterviewer(node, room.owner, 'Maya'),
      await addInterviewer(node, room.owner, 'Noor'),
    ];
    const params = { id: room.interview.id };
    const make = async ({ token }: { token: string }) =>
      (await call(node.app, createReviewLink, { token, params, body: { shows_candidate: true } })).reply.token;
    const links = [await make(maya), await make(noor)];
    for (const link of links) expect((await open(link)).statusCode).toBe(200);
    const { token } = room.owner;
    await call(node.app, deleteInterviewer, { token, params: { id: maya.userId } });
    const body = { name: 'Noor', email: noor.email, role: 'coordinator' as const };
    await call(node.app, updateInterviewer, { token, params: { id: noor.userId }, body });
    for (const link of links) expect((await open(link)).statusCode).toBe(404);
    const { reply } = await call(node.app, listReviewLinks, { token, params });
    expect(reply.links).toEqual([]);
  });

  it('opens nothing while its maker does not see the interview', async () => {
    const room = await endedRoom();
    const maya = await addInterviewer(node, room.owner, 'Maya');
    const params = { id: room.interview.id };
    const { token: link } = (await call(node.app, createReviewLink, { token: maya.token, params, body: {} })).reply;
    const statusIf = async (interviews_visible_to: 'own' | 'everybody') => {
      await call(node.app, updateVisibility, { token: room.owner.token, body: { interviews_visible_to } });
      return (await open(link)).statusCode;
    };

    expect(await statusIf('own')).toBe(404);
    expect(await statusIf('everybody')).toBe(200);
  });

  it('breaks off a transfer if the link is revoked, or if a stretch is closed', async () => {
    const room = await endedRoom();
    const { token } = room.owner;
    const [revoked, other] = [await linkOf(room), await linkOf(room)];
    const [first, second] = [
      await openReview(node.ctx, revoked.token, null),
      await openReview(node.ctx, other.token, null),
    ];
    for (const { frames } of [first, second]) expect((await frames.next()).done).toBe(false);
    const params = { id: room.interview.id };
    await call(node.app, revokeReviewLink, { token, params: { ...params, link_id: revoked.link.id } });
    await expect(first.frames.next()).rejects.toThrow('may not be read');
    expect((await second.frames.next()).done).toBe(false);
    await call(node.app, closeStretch, { token, params, body: { from: 0, to: 3_600_000 } });
    await expect(second.frames.next()).rejects.toThrow('may not be read');
  });

  it('opens nothing once the plan has no playback', async () => {
    const room = await endedRoom();
    const { token } = await linkOf(room);
    const { company } = room.owner;
    await sql`update subscriptions set status = 'cancelled' where company_id = ${company.id}`.execute(node.ctx.db);
    expect((await open(token)).statusCode).toBe(404);
  });

  it('fails as the database does if that fails during the check of the plan', async () => {
    const { token } = await linkOf(await endedRoom());
    const db = node.ctx.db.withPlugin({
      transformQuery({ node: query }) {
        if (JSON.stringify(query).includes('subscriptions')) throw new Error('The database is gone.');
        return query;
      },
      transformResult: async ({ result }) => result,
    });

    await expect(openReview({ ...node.ctx, db }, token, null)).rejects.toThrow('The database is gone.');
  });

  it('opens ten times a minute', async () => {
    const { token } = await linkOf(await endedRoom());
    for (let n = 0; n < 10; n++) expect((await open(token)).statusCode).toBe(200);
    expect((await open(token)).statusCode).toBe(429);
  });
});

describe('refusing a review link', () => {
  it('refuses a review link to other companies and candidates, and for other interviews', async () => {
    const room = await endedRoom();
    const other = await registerCompany(node, { plan: 'enterprise' });
    const { link } = await linkOf(room);
    const params = { id: room.interview.id };
    const make = (token: string | undefined, id = params.id) =>
      call(node.app, createReviewLink, { token, params: { id }, body: {} });
    const foreign = await make(other.token);
    expect([foreign.status, foreign.error]).toEqual([404, (await make(other.token, randomUUID())).error]);
    expect((await make(room.candidate.authToken)).status).toBe(401);
    expect((await make(undefined)).status).toBe(401);
    expect((await call(node.app, listReviewLinks, { token: other.token, params })).status).toBe(404);
    const revoke = (token: string, id: string) =>
      call(node.app, revokeReviewLink, { token, params: { id, link_id: link.id } });
    expect((await revoke(other.token, params.id)).status).toBe(404);
    expect((await revoke(room.owner.token, (await endedRoom()).interview.id)).status).toBe(404);
  });

  it('refuses a review link for more than 30 days, and the eleventh one', async () => {
    const room = await endedRoom();
    const make = (body: object) =>
      call(node.app, createReviewLink, { token: room.owner.token, params: { id: room.interview.id }, body });
    expect((await make({ days: 31 })).status).toBe(422);
    expect((await make({ days: 0 })).status).toBe(422);
    const made = await Promise.all(Array.from({ length: 11 }, () => make({})));
    const statuses = made.map(({ status }) => status);
    expect([201, 409].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([10, 1]);
  });

  it('refuses a review link before the end, and without a plan for playback', async () => {
    const owner = await registerCompany(node, { plan: 'starter' });
    const { id, room_code: roomCode } = await quickStart(node, owner);
    const make = () => call(node.app, createReviewLink, { token: owner.token, params: { id }, body: {} });
    expect((await make()).status).toBe(409);
    await endInterview(node, owner, roomCode);
    expect((await make()).error.code).toBe('plan_required');
  });
});

it('shows readers nothing private: twelve planted texts appear in no byte', async () => {
  const room = await startLiveRoom(node);
  const { token } = room.owner;
  const params = { id: room.interview.id };
  const body = { notes: 'planted notes', candidate_email: 'planted-mail@example.com', candidate_name: 'Planted Name' };
  await call(node.app, changeInterview, { token, params, body });
  await endInterview(node, room.owner, room.roomCode);
  const { db } = node.ctx;
  await sql`update candidates set name = 'planted candidate' where interview_id = ${params.id}`.execute(db);
  await sql`update companies set phone = 'planted phone', address = 'planted address' where id = ${room.owner.company.id}`.execute(
    db,
  );
  await sql`update interviews set time_zone = 'Planted/Zone' where id = ${params.id}`.execute(db);
  await sql`insert into timeline_events (interview_id, op_id, kind, data) values
    (${params.id}, 'planted-1', 'waiting', '{"name": "planted waiting"}'), (${params.id}, 'planted-2', 'planted_kind', '{"text": "planted words"}')`.execute(
    db,
  );
  const link = await linkOf(room);
  const secrets = [
    'planted',
    'Planted',
    room.owner.email,
    room.roomCode,
    params.id,
    room.owner.token,
    link.token,
    link.link.id,
  ];

  const { rawPayload, statusCode } = await open(link.token);

  expect(statusCode).toBe(200);
  for (const secret of secrets) expect(rawPayload.includes(secret)).toBe(false);
});
