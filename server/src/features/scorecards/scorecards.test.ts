import { randomUUID } from 'node:crypto';
import type { Interview } from '@cip/contracts/interviews/interviews';
import { quickStart as quickStartCall, startInterview } from '@cip/contracts/interviews/planning';
import { NOTE_LINES_MAX } from '@cip/contracts/scorecards/card-content';
import * as contract from '@cip/contracts/scorecards/scorecards';
import * as overview from '@cip/contracts/scorecards/card-overview';
import { changeTemplate, createTemplate } from '@cip/contracts/questions/templates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addInterviewer,
  endInterview,
  newRoomCode,
  quickStart,
  registerCompany,
  scheduleInterview,
  type SignedIn,
} from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { holdTransaction, untilBlocked } from '../../testing/databases/hold-transaction.ts';
import { enterRoomOf, submitCard, writeCard } from '../../testing/http/scorecards.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

/** An ended interview with Ines and Otto in the room; the owner was not. */
async function ended(): Promise<{ owner: SignedIn; ines: SignedIn; otto: SignedIn; interview: Interview }> {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const [ines, otto] = [await addInterviewer(node, owner, 'Ines'), await addInterviewer(node, owner, 'Otto')];
  const interview = await quickStart(node, ines);
  await enterRoomOf(node, interview, ines, otto);
  await endInterview(node, ines, interview.room_code);
  return { owner, ines, otto, interview };
}

const read = async ({ token }: { token: string }, { id }: { id: string }) =>
  (await call(node.app, contract.getScorecards, { token, params: { id } })).reply;
const save = ({ token }: { token: string }, { id }: { id: string }, body: object) =>
  call(node.app, contract.saveScorecard, { token, params: { id }, body: { op_id: `op-${randomUUID()}`, ...body } });
const submit = ({ token }: { token: string }, { id }: { id: string }) =>
  call(node.app, contract.submitScorecard, { token, params: { id } });
const decide = ({ token }: { token: string }, { id }: { id: string }, body: object) =>
  call(node.app, contract.decideInterview, { token, params: { id }, body });
const line = (text: string, minute: number | null = null) => ({ text, minute });

describe('a scorecard', () => {
  it('changes from none over draft and submitted to changed, and keeps its first version', async () => {
    const { ines, otto, interview } = await ended();
    expect((await read(ines, interview)).own).toMatchObject({ state: 'none', from_playback: false });

    expect(await writeCard(node, ines, interview, 'First')).toMatchObject({ state: 'draft', submitted_at: null });
    const submitted = (await submit(ines, interview)).reply.scorecard;
    expect(submitted).toMatchObject({ state: 'submitted', changed_at: null, has_unsubmitted: false });
    await submitCard(node, otto, interview, 'Otto');

    const change = { summary: { base: 'First summary', value: 'Second thoughts' } };
    expect((await save(ines, interview, change)).reply.scorecard).toMatchObject({
      state: 'submitted',
      has_unsubmitted: true,
    });
    const seen = async () => (await read(otto, interview)).cards.find(({ is_own }) => !is_own);
    expect((await seen())?.content.summary).toBe('First summary');
    expect((await submit(ines, interview)).reply.scorecard).toMatchObject({ state: 'changed', has_unsubmitted: false });
    expect(await seen()).toMatchObject({
      author_name: 'Ines',
      submitted_at: submitted.submitted_at,
      changed_at: expect.any(String),
      content: { summary: 'Second thoughts' },
      first_content: { summary: 'First summary' },
    });
  });

  it('adds no version if it is submitted again without changes', async () => {
    const { ines, interview } = await ended();
    const first = await submitCard(node, ines, interview, 'Once');

    expect((await submit(ines, interview)).reply.scorecard).toEqual(first);
  });

  it('stays a draft during the interview, and is submitted after the end only', async () => {
    const owner = await registerCompany(node);
    const interview = await quickStart(node, owner);
    await enterRoomOf(node, interview, owner);
    await writeCard(node, owner, interview, 'Early');

    expect(await submit(owner, interview)).toMatchObject({ status: 409, error: { code: 'conflict' } });
    await endInterview(node, owner, interview.room_code);
    expect((await submit(owner, interview)).reply.scorecard.state).toBe('submitted');
  });

  it('requires an overall recommendation and one evidence of 20 characters', async () => {
    const { ines, interview } = await ended();
    const evidence = (value: string, base = '') => ({ ratings: [{ criterion: 'code', evidence: { base, value } }] });

    expect(await submit(ines, interview)).toMatchObject({
      status: 422,
      error: { errors: { overall: [expect.any(String)] } },
    });
    await save(ines, interview, { overall: { base: null, value: 'no' }, ...evidence(`${'x'.repeat(19)}   `) });
    expect(await submit(ines, interview)).toMatchObject({
      status: 422,
      error: { errors: { ratings: [expect.any(String)] } },
    });
    await save(ines, interview, evidence('x'.repeat(20), `${'x'.repeat(19)}   `));
    expect((await submit(ines, interview)).reply.scorecard.state).toBe('submitted');
  });

  it('accepts at most 20 versions', async () => {
    const { ines, interview } = await ended();
    await submitCard(node, ines, interview, 'Many');
    for (let nth = 2; nth <= 20; nth++) {
      await save(ines, interview, { summary: { base: '', value: `${nth}` } });
      expect((await submit(ines, interview)).status).toBe(200);
    }
    await save(ines, interview, { overall: { base: 'yes', value: 'no' } });

    expect(await submit(ines, interview)).toMatchObject({ status: 409, error: { code: 'limit_reached' } });
  });
});

describe('saving', () => {
  it('applies an operation once, and only the fields that it names', async () => {
    const { ines, interview } = await ended();
    await save(ines, interview, { op_id: 'op-first-save', summary: { base: '', value: 'One' } });
    await save(ines, interview, { summary: { base: 'One', value: 'Two' }, overall: { base: null, value: 'yes' } });
    await save(ines, interview, { op_id: 'op-first-save', summary: { base: '', value: 'One' } });

    expect((await read(ines, interview)).own?.content).toEqual({
      notes: [],
      ratings: [],
      overall: 'yes',
      summary: 'Two',
    });
  });

  it('keeps both texts of two devices, and the later choice', async () => {
    const { ines, interview } = await ended();
    const from = (mark: string, overall: string) => ({
      notes: { base: [], value: [line('Both wrote this', 1), line(`${mark} line`, 2)] },
      ratings: [
        { criterion: 'testing', grade: { base: null, value: 2 }, evidence: { base: '', value: `${mark} evidence` } },
      ],
      overall: { base: null, value: overall },
      summary: { base: '', value: `${mark} summary` },
    });
    await save(ines, interview, from('Laptop', 'no'));
    await save(ines, interview, from('Phone', 'yes'));

    expect((await read(ines, interview)).own?.content).toEqual({
      notes: [line('Both wrote this', 1), line('Laptop line', 2), line('Phone line', 2)],
      ratings: [{ criterion: 'testing', grade: 2, evidence: 'Laptop evidence\n\nPhone evidence' }],
      overall: 'yes',
      summary: 'Laptop summary\n\nPhone summary',
    });
  });

  it('refuses to merge texts into one that is too long, and keeps the stored one', async () => {
    const { ines, interview } = await ended();
    const summary = (letter: string, length: number) => ({ summary: { base: 'before', value: letter.repeat(length) } });
    await save(ines, interview, summary('a', 4_000));
    await save(ines, interview, summary('b', 3_900));

    expect(await save(ines, interview, summary('c', 4_000))).toMatchObject({
      status: 409,
      error: { code: 'conflict' },
    });
    expect((await read(ines, interview)).own?.content.summary).toHaveLength(7_902);
  });

  it('saves as many lines of notes as the contract allows', async () => {
    const { ines, interview } = await ended();
    const value = Array.from({ length: NOTE_LINES_MAX }, (_, nth) => line(`Line ${nth}`, nth));

    await save(ines, interview, { notes: { base: [], value } });
    const { status } = await save(ines, interview, { notes: { base: [...value, ...value], value } });

    expect(status).toBe(200);
    expect((await read(ines, interview)).own?.content.notes).toEqual(value);
  });

  it('accepts notes of the maximum length, fully escaped, and no longer ones', async () => {
    const { ines, interview } = await ended();
    const value = Array.from({ length: 10 }, (_, minute) => line('😀'.repeat(2_000), minute));

    expect((await save(ines, interview, { notes: { base: value, value } })).reply.scorecard.content.notes).toEqual(
      value,
    );
    const longer = { base: [], value: [...value, line('x')] };
    expect(await save(ines, interview, { notes: longer })).toMatchObject({
      status: 422,
      error: { errors: { notes: [expect.any(String)] } },
    });
  });

  it.each([
    ['an unknown criterion', { ratings: [{ criterion: 'looks', grade: { base: null, value: 1 } }] }],
    ['a grade of five', { ratings: [{ criterion: 'code', grade: { base: null, value: 5 } }] }],
    ['too long evidence', { ratings: [{ criterion: 'code', evidence: { base: '', value: 'x'.repeat(1_001) } }] }],
    ['a middle recommendation', { overall: { base: null, value: 'maybe' } }],
    ['a field without a base', { summary: { value: 'x' } }],
    ['a line break in a line', { notes: { base: [], value: [line('a\nb')] } }],
    ['a negative minute', { notes: { base: [], value: [line('a', -1)] } }],
    ['an unknown field', { author: 'me' }],
    ['no operation id', { op_id: undefined }],
  ])('refuses %s', async (_, body) => {
    const { ines, interview } = await ended();

    expect(await save(ines, interview, body)).toMatchObject({ status: 422, error: { code: 'invalid' } });
    expect((await read(ines, interview)).own?.state).toBe('none');
  });

  it('merges concurrent saves of two devices', async () => {
    const { ines, interview } = await ended();
    const marks = Array.from({ length: 8 }, (_, nth) => `Device ${nth}`);
    await Promise.all(marks.map((mark) => save(ines, interview, { notes: { base: [], value: [line(mark, 1)] } })));

    const notes = (await read(ines, interview)).own?.content.notes.map(({ text }) => text);
    expect(notes?.toSorted()).toEqual(marks);
  });
});

it('rates the criteria of the template, as they were when the first scorecard was written', async () => {
  const owner = await registerCompany(node);
  const { token } = owner;
  const meanings = ['None', 'Little', 'Much', 'All'];
  const template = {
    name: 'Data',
    criteria: [{ name: 'Knows joins', meanings }],
    question_ids: [],
    asks_before_admitting: false,
    typing_mode: 'instant',
    allows_runs: true,
  };
  const made = (await call(node.app, createTemplate, { token, body: template })).reply.template;
  const start = { room_code: newRoomCode(), template_id: made.id };
  const { session } = (await call(node.app, quickStartCall, { token, body: start })).reply;
  await enterRoomOf(node, session, owner);
  const criteria = [{ id: 'c1', name: 'Knows joins', meanings }];
  expect((await read(owner, session)).criteria).toEqual(criteria);

  const rating = { criterion: 'c1', grade: { base: null, value: 4 } };
  expect((await save(owner, session, { ratings: [rating] })).status).toBe(200);
  const change = { ...template, criteria: [{ name: 'Knows views', meanings }] };
  await call(node.app, changeTemplate, { token, params: { id: made.id }, body: change });

  expect((await read(owner, session)).criteria).toEqual(criteria);
});

describe('the decision', () => {
  it('lets the owner or the host decide after the end, also again, and audits it without its content', async () => {
    const { owner, ines, interview } = await ended();
    await decide(ines, interview, { decision: 'hold', reason: 'Wait for the second talk.' });
    const { status, reply } = await decide(owner, interview, { decision: 'advance', reason: 'Clear evidence.' });

    expect(status).toBe(200);
    expect(reply.decision).toMatchObject({ decision: 'advance', reason: 'Clear evidence.', decided_by: 'Acme' });
    expect((await read(owner, interview)).decision).toEqual(reply.decision);
    const entries = await node.ctx.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('company_id', '=', owner.company.id)
      .where('action', '=', 'interview.decided')
      .execute();
    expect(entries.map(({ details }) => details)).toEqual(Array(2).fill({ room_code: interview.room_code }));
  });

  it('lets the planner decide, not the leading colleague, unless the planner may not', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const ines = await addInterviewer(node, owner, 'Ines');
    const otto = await addInterviewer(node, owner, 'Otto');
    const cora = await addInterviewer(node, owner, 'Cora', 'coordinator');
    const endedPlan = async (planner: SignedIn) => {
      const interview = await scheduleInterview(node, planner, [otto.userId]);
      await call(node.app, startInterview, { token: otto.token, params: { id: interview.id } });
      await endInterview(node, otto, interview.room_code);
      return interview;
    };
    const statuses = async (interview: Interview) => {
      const body = { decision: 'hold', reason: 'Later.' };
      return [(await decide(ines, interview, body)).status, (await decide(otto, interview, body)).status];
    };

    expect(await statuses(await endedPlan(ines))).toEqual([200, 403]);
    expect(await statuses(await endedPlan(cora))).toEqual([403, 200]);
  });

  it('finds no session that is deleted at the same time', async () => {
    const { ines, interview } = await ended();
    const commit = await holdTransaction(node.ctx.db, (trx) =>
      trx.deleteFrom('interviews').where('id', '=', interview.id).execute(),
    );
    const decided = decide(ines, interview, { decision: 'hold', reason: 'Later.' });
    await untilBlocked(node.ctx.db);
    await commit();

    expect(await decided).toMatchObject({ status: 404, error: { code: 'not_found' } });
  });

  it('refuses a decision by other interviewers, before the end, and without a reason', async () => {
    const { owner, otto, interview } = await ended();
    const decision = { decision: 'decline', reason: 'No.' };

    expect(await decide(otto, interview, decision)).toMatchObject({ status: 403, error: { code: 'forbidden' } });
    for (const body of [
      { decision: 'decline', reason: ' ' },
      { decision: 'maybe', reason: 'x' },
      { ...decision, reason: 'x'.repeat(501) },
    ])
      expect((await decide(owner, interview, body)).status).toBe(422);
    const running = await quickStart(node, owner);
    expect(await decide(owner, running, decision)).toMatchObject({ status: 409, error: { code: 'conflict' } });
  });
});

describe('the overview', () => {
  const states = async ({ token }: SignedIn, ...ids: string[]) =>
    (await call(node.app, overview.listScorecardStates, { token, query: { interviews: ids.join(',') } })).reply.data;
  const open = async ({ token }: SignedIn) => (await call(node.app, overview.listOpenScorecards, { token })).reply;

  it('counts submitted scorecards and shows the own state and the decision', async () => {
    const { owner, ines, otto, interview } = await ended();
    await submitCard(node, ines, interview, 'Ines');
    await decide(owner, interview, { decision: 'hold', reason: 'Later.' });

    const all = { interview_id: interview.id, expected: 2, submitted: 1, decision: 'hold' };
    expect(await states(ines, interview.id)).toEqual([{ ...all, own: 'submitted' }]);
    expect(await states(otto, interview.id)).toEqual([{ ...all, own: 'none' }]);
    expect(await states(owner, interview.id)).toEqual([{ ...all, own: null }]);
  });

  it('leaves out another company’s interviews and refuses what is no id', async () => {
    const { ines, interview } = await ended();
    const stranger = await registerCompany(node);

    expect(await states(stranger, interview.id, randomUUID())).toEqual([]);
    for (const interviews of ['', 'x', '-'.repeat(36), Array(51).fill(randomUUID()).join(',')]) {
      const request = { token: ines.token, query: { interviews } };
      expect((await call(node.app, overview.listScorecardStates, request)).status).toBe(422);
    }
  });

  it('lists the scorecards to write until they are submitted', async () => {
    const { ines, owner, interview } = await ended();
    const second = await quickStart(node, ines);
    await enterRoomOf(node, second, ines);
    expect(await open(ines)).toMatchObject({ total: 1, data: [{ interview_id: interview.id }] });

    await endInterview(node, ines, second.room_code);
    await writeCard(node, ines, second, 'Draft');
    expect(await open(ines)).toMatchObject({
      total: 2,
      data: [{ interview_id: second.id }, { interview_id: interview.id }],
    });
    await submitCard(node, ines, interview, 'Done');
    expect(await open(ines)).toMatchObject({ total: 1, data: [{ interview_id: second.id }] });
    expect(await open(owner)).toEqual({ total: 0, data: [] });
  });

  it('lists no scorecard two weeks after the end', async () => {
    const { ines, interview } = await ended();
    await node.ctx.db
      .updateTable('interviews')
      .set({ ended_at: new Date(Date.now() - 15 * 86_400_000).toISOString() })
      .where('id', '=', interview.id)
      .execute();

    expect(await open(ines)).toEqual({ total: 0, data: [] });
    expect((await submitCard(node, ines, interview, 'Late')).state).toBe('submitted');
  });
});

it.each([
  ['reading', contract.getScorecards, undefined],
  ['saving', contract.saveScorecard, { op_id: 'op-anything' }],
  ['submitting', contract.submitScorecard, undefined],
  ['deciding', contract.decideInterview, { decision: 'hold', reason: 'Why?' }],
])('requires a sign-in and an interview of the own company for %s', async (_, endpoint, body) => {
  const { interview } = await ended();
  const { token } = await registerCompany(node);
  const request = body === undefined ? {} : { body };

  expect((await call(node.app, endpoint, { params: { id: interview.id }, ...request })).status).toBe(401);
  for (const id of [interview.id, randomUUID(), 'no-id'])
    expect(await call(node.app, endpoint, { token, params: { id }, ...request })).toMatchObject({
      status: 404,
      error: { message: 'Session not found or access denied', code: 'not_found' },
    });
});
