import * as contract from '@cip/contracts/questions/questions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addInterviewer, addQuestion, addTemplate, aQuestion, registerCompany } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

const read = async (token: string) => (await call(node.app, contract.getQuestionLibrary, { token })).reply;
const add = async (token: string) => (await call(node.app, contract.addQuestionLibrary, { token })).reply;
const remove = async (token: string) => (await call(node.app, contract.removeQuestionLibrary, { token })).status;
const list = async (token: string, query: Record<string, string> = {}) =>
  (await call(node.app, contract.listQuestions, { token, query })).reply;

it('offers the library to a company without questions, until it is declined', async () => {
  const owner = await registerCompany(node);
  const colleague = await addInterviewer(node, owner);
  expect(await read(colleague.token)).toEqual({ is_offered: true, count: 30, present: 0 });

  expect(await remove(colleague.token)).toBe(200);

  expect(await read(owner.token)).toEqual({ is_offered: false, count: 30, present: 0 });
});

it('does not offer the library to a company with questions', async () => {
  const owner = await registerCompany(node);
  await addQuestion(node, owner);

  expect((await read(owner.token)).is_offered).toBe(false);
});

it('adds the library once, even for two colleagues at the same time', async () => {
  const [owner, other] = [await registerCompany(node), await registerCompany(node)];

  const answers = await Promise.all([add(owner.token), add(owner.token)]);

  expect(answers.map(({ added }) => added.length).toSorted((a, b) => a - b)).toEqual([0, 30]);
  expect((await list(owner.token)).total).toBe(30);
  expect(await read(owner.token)).toEqual({ is_offered: false, count: 30, present: 30 });
  expect(await read(other.token)).toEqual({ is_offered: true, count: 30, present: 0 });
});

it('removes the library, except for changed, used and own questions', async () => {
  const [owner, other] = [await registerCompany(node), await registerCompany(node)];
  const { token } = owner;
  await add(other.token);
  await add(token);
  const own = await addQuestion(node, owner, { title: 'Own' });
  const [changed, shown, planned] = (await list(token, { tag: 'repair' })).data;
  if (!changed || !shown || !planned) throw new Error('The library has no questions to repair.');
  const body = { version: 1, content: aQuestion({ title: 'Changed' }) };
  await call(node.app, contract.changeQuestion, { token, params: { id: changed.id }, body });
  const used_at = new Date().toISOString();
  await node.ctx.db.updateTable('questions').set({ used_at }).where('id', '=', shown.id).execute();
  await addTemplate(node, owner, { question_ids: [planned.id] });

  await remove(token);
  await remove(token);

  const ids = async (query = {}) => (await list(token, query)).data.map(({ id }) => id).toSorted();
  expect(await ids()).toEqual([own.id, changed.id, planned.id].toSorted());
  expect(await ids({ is_archived: 'true' })).toEqual([shown.id]);
  expect((await list(other.token)).total).toBe(30);
});

it('offers no library without an account', async () => {
  for (const endpoint of [contract.getQuestionLibrary, contract.addQuestionLibrary, contract.removeQuestionLibrary])
    expect((await call(node.app, endpoint)).status).toBe(401);
});
