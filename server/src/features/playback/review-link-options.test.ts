import { FrameReader } from '@cip/contracts/playback/playback-format';
import { starterMark } from '@cip/contracts/rooms/starter-marks';
import { createReviewLink, listReviewLinks } from '@cip/contracts/playback/review-links';
import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addInterviewer, endInterview, quickStart, registerCompany } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { enterRoomOf, submitCard, writeCard } from '../../testing/http/scorecards.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { openReview } from './review-links.service.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

/** Returns an ended interview with two interviewers, who were in the room. */
async function judgedInterview() {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const [maya, ben] = [await addInterviewer(node, owner, 'Maya'), await addInterviewer(node, owner, 'Ben')];
  const interview = await quickStart(node, maya);
  await enterRoomOf(node, interview, maya, ben);
  await endInterview(node, owner, interview.room_code);
  return { owner, maya, ben, interview };
}

const make = ({ token }: { token: string }, { id }: { id: string }, body: object) =>
  call(node.app, createReviewLink, { token, params: { id }, body });

async function open(token: string) {
  const reply = await node.app.inject({ method: 'POST', url: '/api/public/review', payload: { token } });
  return { text: reply.rawPayload.toString('utf8'), frames: new FrameReader().add(reply.rawPayload) };
}

const scorecardsOf = async (token: string) =>
  (await open(token)).frames.flatMap((frame) => (frame.kind === 'scorecards' ? frame.scorecards : []));

async function showQuestion({ id }: { id: string }): Promise<void> {
  const test = {
    name: 'hidden',
    is_query: false,
    input: 'planted test',
    expected: '',
    is_ordered: false,
    is_numeric: false,
  };
  const content = {
    title: 'planted title',
    text: 'Merge the intervals.',
    guide: 'planted guide',
    starters: [{ language: 'python', code: 'planted\r\nstarter' }],
    data: null,
    tests: [{ ...test, is_hidden: true }],
    minutes: null,
    tags: ['planted tag'],
  };
  await sql`insert into interview_questions (interview_id, number, version, content, hidden_at)
    values (${id}, 1, 1, ${JSON.stringify(content)}::jsonb, now())`.execute(node.ctx.db);
}

it('shows question texts unless the link excludes them, and never the rest of a question', async () => {
  const { owner, interview } = await judgedInterview();
  await showQuestion(interview);
  const without = (await make(owner, interview, { shows_questions: false })).reply;
  const withTexts = (await make(owner, interview, {})).reply;
  expect((await open(without.token)).text).not.toContain('Merge the intervals');
  const { text, frames } = await open(withTexts.token);
  expect(frames).toContainEqual({ kind: 'questions', questions: [{ number: 1, text: 'Merge the intervals.' }] });
  expect(text).not.toContain('planted');
  const [head] = frames;
  expect(head?.kind === 'head' && head.head.starters).toEqual([[1, starterMark('planted\nstarter')]]);
  const own = await node.app.inject({
    url: `/api/interview-sessions/${interview.id}/playback`,
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect(own.body).toContain('Merge the intervals.');
  expect(own.body).not.toContain('planted');
  const params = { id: interview.id };
  const { links } = (await call(node.app, listReviewLinks, { token: owner.token, params })).reply;
  expect(links.map(({ shows_questions: texts, shows_scorecards: cards }) => [texts, cards])).toEqual([
    [false, false],
    [true, false],
  ]);
});

it('shows scorecards only if the maker may read them and everyone in the room has submitted', async () => {
  const { owner, maya, ben, interview } = await judgedInterview();
  const ask = (by: { token: string }) => make(by, interview, { shows_scorecards: true });
  await writeCard(node, ben, interview, 'draft');
  expect((await ask(maya)).error).toMatchObject({ code: 'forbidden' });
  await submitCard(node, maya, interview, 'first');
  for (const by of [maya, owner]) {
    const { status, error } = await ask(by);
    expect([status, error.message]).toEqual([
      409,
      'Scorecards can be shared when everyone who was in the room has submitted theirs.',
    ]);
  }
  const stranger = await addInterviewer(node, owner, 'Outside');
  expect((await ask(stranger)).status).toBe(403);

  await submitCard(node, ben, interview, 'second');
  await writeCard(node, ben, interview, 'unsubmitted');

  expect((await ask(stranger)).status).toBe(403);
  const { token } = (await ask(maya)).reply;
  const { text } = await open(token);
  expect(await scorecardsOf(token)).toMatchObject([{ author: 'Maya' }, { author: 'Ben', overall: 'yes' }]);
  for (const shown of ['first summary', 'first evidence', 'second summary']) expect(text).toContain(shown);
  for (const hidden of ['noted', 'unsubmitted']) expect(text).not.toContain(hidden);
  const plain = (await make(maya, interview, {})).reply;
  expect((await open(plain.token)).text).not.toContain('summary');
});

it('shows no scorecards once its maker may not read them any more', async () => {
  const { maya, ben, interview } = await judgedInterview();
  for (const by of [maya, ben]) await submitCard(node, by, interview, 'shared');
  const { token } = (await make(maya, interview, { shows_scorecards: true })).reply;
  expect(await scorecardsOf(token)).toHaveLength(2);
  const { db } = node.ctx;
  await db.updateTable('interviews').set({ candidate_email: maya.email }).where('id', '=', interview.id).execute();
  const { text, frames } = await open(token);
  expect(frames.at(-1)).toEqual({ kind: 'end' });
  expect(text).not.toContain('shared');
});

it('does the same work for a token that never was, has expired or was revoked', async () => {
  const { owner, interview } = await judgedInterview();
  const [expired, revoked] = [(await make(owner, interview, {})).reply, (await make(owner, interview, {})).reply];
  const { db } = node.ctx;
  await sql`update review_links set expires_at = now() where id = ${expired.link.id}`.execute(db);
  await sql`delete from review_links where id = ${revoked.link.id}`.execute(db);
  const works: { queries: string[]; taken: number[] }[] = [];
  for (const token of ['A'.repeat(22), expired.token, revoked.token]) {
    const work = { queries: [] as string[], taken: [] as number[] };
    works.push(work);
    const recorder: KyselyPlugin = {
      transformQuery({ node: query, queryId }) {
        work.queries.push(db.getExecutor().compileQuery(query, queryId).sql);
        return query;
      },
      transformResult: async ({ result }) => result,
    };
    const reviews = { ...node.ctx.limits.reviews, take: async (key: string) => void work.taken.push(key.length) };
    const ctx = { ...node.ctx, db: db.withPlugin(recorder), limits: { ...node.ctx.limits, reviews } };
    await expect(openReview(ctx, token, null)).rejects.toMatchObject({ code: 'not_found' });
  }
  const [first] = works;
  // One digest, one unit of the limit and one query each.
  expect(first).toEqual({ queries: [expect.stringContaining('"digest" = ')], taken: [43] });
  expect(works).toEqual([first, first, first]);
});
