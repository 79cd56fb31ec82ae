import { listAudit } from '@cip/contracts/accounts/audit';
import { updateCompanyProfile } from '@cip/contracts/accounts/company';
import * as interviews from '@cip/contracts/interviews/interviews';
import * as planning from '@cip/contracts/interviews/planning';
import * as publicInterviews from '@cip/contracts/interviews/public-interviews';
import { changeTemplate } from '@cip/contracts/questions/templates';
import type { InterviewRule } from '@cip/contracts/rooms/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addTemplate,
  aTemplate,
  endInterview,
  newRoomCode,
  quickStart,
  registerCompany,
  scheduleInterview,
  type SignedIn,
} from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

const NO_AI: InterviewRule = { tools: 'no_ai', note: 'Documentation is fine.' };
const ANY: InterviewRule = { tools: 'any_tools', note: null };
const ELSEWHERE: InterviewRule = { tools: 'ai_elsewhere', note: null };

const register = () => registerCompany(node, { plan: 'enterprise' });
const ruleOfLink = async (roomCode: string) =>
  (await call(node.app, publicInterviews.getPublicInterview, { params: { roomCode } })).reply.session.rule;

async function start({ token }: SignedIn, body: object = {}) {
  const request = { token, body: { room_code: newRoomCode(), ...body } };
  return (await call(node.app, planning.quickStart, request)).reply.session;
}

async function plan({ token }: SignedIn, body: object = {}) {
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const request = { token, body: { room_code: newRoomCode(), candidate_name: 'Ada', scheduled_at, ...body } };
  return call(node.app, planning.scheduleInterview, request);
}

const change = ({ token }: SignedIn, id: string, rule: unknown) =>
  call(node.app, interviews.changeInterview, { token, params: { id }, body: { rule } });

async function setCompanyRule({ token, email, company }: SignedIn, rule: InterviewRule | null) {
  const body = { name: company.name, email, rule };
  return (await call(node.app, updateCompanyProfile, { token, body })).reply.company.rule;
}

const recordedCompletions = async (interviewId: string) =>
  (
    await node.ctx.db
      .selectFrom('timeline_events')
      .select('data')
      .where('interview_id', '=', interviewId)
      .where('kind', '=', 'completion')
      .orderBy('id')
      .execute()
  ).map(({ data }) => (data as { completion: string }).completion);

async function setCompanyCompletion({ token, email, company }: SignedIn, completion: string) {
  const body = { name: company.name, email, completion };
  return (await call(node.app, updateCompanyProfile, { token, body })).reply.company;
}

const recordedRules = (interviewId: string) =>
  node.ctx.db
    .selectFrom('timeline_events')
    .select('data')
    .where('interview_id', '=', interviewId)
    .where('kind', '=', 'rule')
    .orderBy('id')
    .execute();

describe('the origin of a rule', () => {
  it('shows no rule by default, and records none', async () => {
    const owner = await register();
    const started = await quickStart(node, owner);
    expect([started.rule, await ruleOfLink(started.room_code)]).toEqual([null, null]);
    expect(await recordedRules(started.id)).toEqual([]);
  });

  it('shows a planned rule at the link before the start', async () => {
    const { reply } = await plan(await register(), { rule: { ...NO_AI, note: '  Documentation is fine. ' } });
    expect(reply.session.rule).toEqual(NO_AI);
    expect(await ruleOfLink(reply.session.room_code)).toEqual(NO_AI);
  });

  it('takes the chosen rule before that of the template, and that before the company’s', async () => {
    const owner = await register();
    expect(await setCompanyRule(owner, ANY)).toEqual(ANY);
    const template_id = (await addTemplate(node, owner, { rule: NO_AI })).id;
    const plain = (await addTemplate(node, owner, { name: 'Plain' })).id;

    const rules = [
      await start(owner),
      await start(owner, { template_id: plain }),
      await start(owner, { template_id }),
      await start(owner, { template_id, rule: ELSEWHERE }),
      await start(owner, { template_id, rule: null }),
      (await plan(owner)).reply.session,
      (await plan(owner, { template_id })).reply.session,
      (await plan(owner, { template_id, rule: null })).reply.session,
    ].map(({ rule }) => rule);

    expect(rules).toEqual([ANY, ANY, NO_AI, ELSEWHERE, null, ANY, NO_AI, null]);
  });

  it('keeps the rule of a template if a change does not name it', async () => {
    const owner = await register();
    const { id } = await addTemplate(node, owner, { rule: NO_AI });
    const put = async (body: object) =>
      (await call(node.app, changeTemplate, { token: owner.token, params: { id }, body: { ...aTemplate(), ...body } }))
        .reply.template.rule;
    expect([await put({ name: 'Renamed' }), await put({ rule: ANY }), await put({ rule: null })]).toEqual([
      NO_AI,
      ANY,
      null,
    ]);
  });

  it('keeps the rule of a started interview if the company’s changes', async () => {
    const owner = await register();
    await setCompanyRule(owner, ANY);
    const { room_code } = await start(owner);
    await setCompanyRule(owner, NO_AI);
    expect(await ruleOfLink(room_code)).toEqual(ANY);
  });
});

describe('changing a rule from outside of the room', () => {
  it('records which rule held since when, and names the change in the audit log', async () => {
    const owner = await register();
    const planned = (await plan(owner, { rule: ANY })).reply.session;
    await change(owner, planned.id, NO_AI);
    expect(await recordedRules(planned.id)).toEqual([]);
    await call(node.app, planning.startInterview, { token: owner.token, params: { id: planned.id } });
    await change(owner, planned.id, null);
    const again = await change(owner, planned.id, null);

    expect(again.reply.session.rule).toBeNull();
    expect((await recordedRules(planned.id)).map(({ data }) => data)).toEqual([{ rule: NO_AI }, { rule: null }]);
    const audit = (await call(node.app, listAudit, { token: owner.token, query: { group: 'interview' } })).reply.data;
    const changes = audit.filter(({ action }) => action === 'interview.changed');
    expect(changes.map(({ details }) => details.fields)).toEqual([['rule'], ['rule']]);
  });

  it('refuses another rule once the interview is over', async () => {
    const owner = await register();
    const { id, room_code } = await start(owner, { rule: NO_AI });
    await endInterview(node, owner, room_code);
    expect((await change(owner, id, ANY)).status).toBe(409);
    expect((await change(owner, id, NO_AI)).reply.session.rule).toEqual(NO_AI);
    expect(await recordedRules(id)).toHaveLength(1);
  });

  it.each([
    ['an unknown rule', { tools: 'some_ai', note: null }],
    ['a line break', { tools: 'no_ai', note: 'one\ntwo' }],
    ['a line that is too long', { tools: 'no_ai', note: 'x'.repeat(201) }],
    ['a blank line', { tools: 'no_ai', note: '   ' }],
    ['a line without a rule', { note: 'Docs' }],
    ['a text that runs backwards', { tools: 'no_ai', note: 'a \u202e b' }],
  ])('refuses %s and changes nothing', async (_what, rule) => {
    const owner = await register();
    const { id, room_code } = await scheduleInterview(node, owner);
    expect((await change(owner, id, rule)).status).toBe(422);
    expect((await plan(owner, { rule })).status).toBe(422);
    expect(await ruleOfLink(room_code)).toBeNull();
  });
});

describe('completion', () => {
  it('is off by default, and then not recorded', async () => {
    const owner = await register();
    const { id, completion, room_code: roomCode } = await start(owner);
    expect(completion).toBe('off');
    const { reply } = await call(node.app, publicInterviews.getPublicInterview, { params: { roomCode } });
    expect(reply.session.completion).toBe('off');
    expect(await recordedCompletions(id)).toEqual([]);
  });

  it('is the chosen one, else the template’s, else the company’s', async () => {
    const owner = await register();
    await setCompanyRule(owner, NO_AI);
    expect(await setCompanyCompletion(owner, 'words')).toMatchObject({ completion: 'words', rule: NO_AI });
    const template_id = (await addTemplate(node, owner, { completion: 'full' })).id;
    const plain = (await addTemplate(node, owner, { name: 'Plain' })).id;
    const sessions = [
      await start(owner),
      await start(owner, { template_id: plain }),
      await start(owner, { template_id }),
      await start(owner, { template_id, completion: 'off' }),
      (await plan(owner)).reply.session,
      (await plan(owner, { template_id })).reply.session,
      (await plan(owner, { template_id, completion: 'off' })).reply.session,
    ];
    const expected = ['words', 'words', 'full', 'off', 'words', 'full', 'off'];
    expect(sessions.map(({ completion }) => completion)).toEqual(expected);
    // A later default changes no session.
    await setCompanyCompletion(owner, 'off');
    const { reply } = await call(node.app, publicInterviews.getPublicInterview, {
      params: { roomCode: sessions[0]?.room_code ?? '' },
    });
    expect(reply.session.completion).toBe('words');
  });

  it('stays in a template that is changed without it, until it is null again', async () => {
    const owner = await register();
    const { id } = await addTemplate(node, owner, { completion: 'full' });
    const put = async (body: object) =>
      (await call(node.app, changeTemplate, { token: owner.token, params: { id }, body: { ...aTemplate(), ...body } }))
        .reply.template.completion;
    expect([await put({ name: 'Renamed' }), await put({ completion: null })]).toEqual(['full', null]);
  });

  it('is recorded from the start of the interview on, audited as part of its rule, and fixed by its end', async () => {
    const owner = await register();
    const patch = (id: string, completion: string) =>
      call(node.app, interviews.changeInterview, { token: owner.token, params: { id }, body: { completion } });
    const planned = (await plan(owner)).reply.session;
    expect((await patch(planned.id, 'words')).reply.session).toMatchObject({ completion: 'words', rule: null });
    expect(await recordedCompletions(planned.id)).toEqual([]);
    await call(node.app, planning.startInterview, { token: owner.token, params: { id: planned.id } });
    await patch(planned.id, 'full');
    await patch(planned.id, 'full');
    expect((await patch(planned.id, 'everything')).status).toBe(422);
    expect(await recordedCompletions(planned.id)).toEqual(['words', 'full']);
    const audit = (await call(node.app, listAudit, { token: owner.token, query: { group: 'interview' } })).reply.data;
    const changes = audit.filter(({ action }) => action === 'interview.changed');
    expect(changes.map(({ details }) => details.fields)).toEqual([['rule'], ['rule']]);
    await endInterview(node, owner, planned.room_code);
    expect((await patch(planned.id, 'off')).status).toBe(409);
  });
});
