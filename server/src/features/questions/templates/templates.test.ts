import { randomUUID } from 'node:crypto';
import * as interviews from '@cip/contracts/interviews/planning';
import * as contract from '@cip/contracts/questions/templates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addQuestion, addTemplate, aTemplate, newRoomCode, registerCompany } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { holdTransaction, untilBlocked } from '../../../testing/databases/hold-transaction.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const create = (token: string, body: unknown) => call(node.app, contract.createTemplate, { token, body });
const list = async (token: string) => (await call(node.app, contract.listTemplates, { token })).reply.data;

describe('a template', () => {
  const criteria = [{ name: 'Explains', meanings: ['Silent', 'Answers', 'Explains', 'Teaches'] }];

  it('stores questions in their order, criteria and switches', async () => {
    const { token } = await registerCompany(node);
    const [first, second] = [
      await addQuestion(node, { token }),
      await addQuestion(node, { token }, { title: 'Second', minutes: 35, starters: [] }),
    ];
    const question_ids = [second.id, first.id];
    const body = aTemplate({ criteria, question_ids, typing_mode: 'instant', asks_before_admitting: true });

    const { status, reply } = await create(token, body);

    expect(status).toBe(201);
    const { question_ids: _, ...settings } = body;
    expect(reply.template).toMatchObject({
      ...settings,
      questions: [
        { id: second.id, title: 'Second', is_archived: false, languages: [], test_count: 0, minutes: 35 },
        { id: first.id, title: first.title, is_archived: false, languages: ['python'], test_count: 0, minutes: 20 },
      ],
    });
    expect(await list(token)).toEqual([reply.template]);
  });

  it('refuses a name that its composed form makes too long', async () => {
    const { token } = await registerCompany(node);
    // Its composed form has three characters.
    const { status, error } = await create(token, aTemplate({ name: '\u{FB2C}'.repeat(80) }));
    expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['name']]);
  });

  it('changes and deletes a template', async () => {
    const { token } = await registerCompany(node);
    const question = await addQuestion(node, { token });
    const { id } = await addTemplate(node, { token }, { question_ids: [question.id] });
    const body = aTemplate({ name: 'Frontend', allows_runs: false });

    const changed = await call(node.app, contract.changeTemplate, { token, params: { id }, body });

    expect(changed.reply.template).toMatchObject({ name: 'Frontend', allows_runs: false, questions: [] });
    expect((await call(node.app, contract.deleteTemplate, { token, params: { id } })).status).toBe(200);
    expect(await list(token)).toEqual([]);
  });

  it('refuses a change over a newer one, except by a page that does not know of it', async () => {
    const { token } = await registerCompany(node);
    const { id, updated_at } = await addTemplate(node, { token });
    const change = (name: string, known: { updated_at?: string }) =>
      call(node.app, contract.changeTemplate, { token, params: { id }, body: { ...aTemplate({ name }), ...known } });

    const first = await change('First', { updated_at });
    const { status, error } = await change('Second', { updated_at });
    // Its first reply was lost.
    const repeated = await change('First', { updated_at });

    expect([first.status, status, error.code]).toEqual([200, 409, 'conflict']);
    expect(repeated.reply).toEqual(first.reply);
    expect(await list(token)).toEqual([first.reply.template]);
    expect((await change('Third', { updated_at: first.reply.template.updated_at })).status).toBe(200);
    expect((await change('Fourth', {})).status).toBe(200);
  });

  it('refuses unknown questions, and those of another company', async () => {
    const [ours, theirs] = [await registerCompany(node), await registerCompany(node)];
    const { id } = await addQuestion(node, theirs);

    for (const question_id of [id, randomUUID()]) {
      const { status, error } = await create(ours.token, aTemplate({ question_ids: [question_id] }));
      expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['question_ids']]);
    }
    expect(await list(ours.token)).toEqual([]);
  });

  it.each([
    ['too many questions', { question_ids: Array.from({ length: 11 }, () => randomUUID()) }],
    ['too many criteria', { criteria: Array.from({ length: 7 }, () => criteria[0]) }],
    ['a criterion without all meanings', { criteria: [{ name: 'Explains', meanings: ['', ''] }] }],
    ['a blank name', { name: ' ' }],
  ])('refuses %s', async (_, changes) => {
    const { token } = await registerCompany(node);

    expect((await create(token, { ...aTemplate(), ...changes })).status).toBe(422);
  });

  it('refuses a template without an account, and hides it from other companies', async () => {
    const [ours, theirs] = [await registerCompany(node), await registerCompany(node)];
    const { id } = await addTemplate(node, theirs);
    const request = { token: ours.token, params: { id } };

    expect((await call(node.app, contract.listTemplates)).status).toBe(401);
    const answers = [
      await call(node.app, contract.changeTemplate, { ...request, body: aTemplate() }),
      await call(node.app, contract.deleteTemplate, request),
    ];
    for (const { error } of answers) expect(error).toEqual({ code: 'not_found', message: 'Template not found' });
    expect(await list(theirs.token)).toHaveLength(1);
  });

  it('adds no template beyond the limit of a company', { tags: ['long'] }, async () => {
    const { token } = await registerCompany(node);
    for (let count = 0; count < contract.TEMPLATES_MAX; count++) await addTemplate(node, { token });

    expect((await create(token, aTemplate())).error.code).toBe('limit_reached');
  });
});

describe('an interview from a template', () => {
  const switches = { asks_before_admitting: true, typing_mode: 'instant', allows_runs: false } as const;

  const allowsRuns = async (id: string) =>
    (
      await node.ctx.db
        .selectFrom('run_settings')
        .select('is_allowed')
        .where('interview_id', '=', id)
        .executeTakeFirst()
    )?.is_allowed;

  it('starts an interview with the switches of its template', async () => {
    const { token } = await registerCompany(node, { plan: 'enterprise' });
    const { id: template_id } = await addTemplate(node, { token }, switches);
    const body = { room_code: newRoomCode(), template_id };

    const { session } = (await call(node.app, interviews.quickStart, { token, body })).reply;

    expect(session).toMatchObject({ asks_before_admitting: true, typing_mode: 'instant' });
    expect(await allowsRuns(session.id)).toBe(false);
  });

  it('plans an interview with the template’s switches, unless the plan says otherwise', async () => {
    const { token } = await registerCompany(node, { plan: 'enterprise' });
    const { id: template_id } = await addTemplate(node, { token }, switches);
    const plan = async (changes: object) => {
      const scheduled_at = inAnHour();
      const body = { room_code: newRoomCode(), candidate_name: 'Ada', scheduled_at, template_id, ...changes };
      return (await call(node.app, interviews.scheduleInterview, { token, body })).reply.session;
    };

    const planned = await plan({});
    const open = await plan({ asks_before_admitting: false });

    expect(planned).toMatchObject({ asks_before_admitting: true, typing_mode: 'instant', status: 'scheduled' });
    expect(open).toMatchObject({ asks_before_admitting: false, typing_mode: 'instant' });
    expect(await allowsRuns(planned.id)).toBe(false);
  });

  it('turns the waiting room on in a plan, even if its template has none', async () => {
    const { token } = await registerCompany(node, { plan: 'enterprise' });
    const { id: template_id, name } = await addTemplate(node, { token }, { asks_before_admitting: false });
    const plan = async (changes: object) => {
      const scheduled_at = inAnHour();
      const body = { room_code: newRoomCode(), candidate_name: 'Ada', scheduled_at, template_id, ...changes };
      return (await call(node.app, interviews.scheduleInterview, { token, body })).reply.session;
    };

    expect(await plan({})).toMatchObject({ asks_before_admitting: true, template_name: name });
    expect(await plan({ asks_before_admitting: false })).toMatchObject({ asks_before_admitting: false });
    expect(await plan({ template_id: undefined })).toMatchObject({ asks_before_admitting: true, template_name: null });
  });

  it('keeps the switches if the template is deleted, and refuses a template that is gone', async () => {
    const [ours, theirs] = [await registerCompany(node, { plan: 'enterprise' }), await registerCompany(node)];
    const { token } = ours;
    const { id: template_id } = await addTemplate(node, { token }, switches);
    const body = { room_code: newRoomCode(), template_id };
    await call(node.app, interviews.quickStart, { token, body });
    await call(node.app, contract.deleteTemplate, { token, params: { id: template_id } });
    const foreign = await addTemplate(node, theirs);

    const again = await call(node.app, interviews.quickStart, { token, body });

    expect(again.reply.session.asks_before_admitting).toBe(true);
    for (const gone of [template_id, foreign.id]) {
      const next = { room_code: newRoomCode(), template_id: gone };
      const { status, error } = await call(node.app, interviews.quickStart, { token, body: next });
      expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['template_id']]);
    }
  });

  it.each(['start', 'plan', 'change of plan'])(
    'refuses in a %s the template that is deleted meanwhile',
    async (what) => {
      const { token } = await registerCompany(node, { plan: 'enterprise' });
      const { id: template_id } = await addTemplate(node, { token }, switches);
      const plan = { room_code: newRoomCode(), candidate_name: 'Ada', scheduled_at: inAnHour() };
      const { reply } = await call(node.app, interviews.scheduleInterview, { token, body: plan });
      const commit = await holdTransaction(node.ctx.db, (trx) =>
        trx.deleteFrom('interview_templates').where('id', '=', template_id).execute(),
      );
      const begun = { ...plan, room_code: newRoomCode(), template_id };

      const answer =
        what === 'start'
          ? call(node.app, interviews.quickStart, { token, body: { room_code: begun.room_code, template_id } })
          : what === 'plan'
            ? call(node.app, interviews.scheduleInterview, { token, body: begun })
            : call(node.app, interviews.changePlan, {
                token,
                params: { id: reply.session.id },
                body: { template_id, revision: reply.session.plan_revision },
              });
      await untilBlocked(node.ctx.db);
      await commit();

      expect((await answer).error).toMatchObject({ errors: { template_id: [expect.stringContaining('not exist')] } });
    },
  );
});
