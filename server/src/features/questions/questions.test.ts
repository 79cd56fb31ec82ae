import { randomUUID } from 'node:crypto';
import * as contract from '@cip/contracts/questions/questions';
import type { QuestionContent, QuestionTest } from '@cip/contracts/questions/questions';
import { QUESTION_TEXT_MAX } from '@cip/contracts/questions/starter-limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInterviewer, addQuestion, aQuestion, registerCompany } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

const aTest = (changes: Partial<QuestionTest> = {}): QuestionTest => ({
  name: 'Two numbers',
  is_query: false,
  input: '1 2\n',
  expected: '3\n',
  is_hidden: false,
  is_ordered: false,
  is_numeric: false,
  ...changes,
});

const create = (token: string, body: unknown) => call(node.app, contract.createQuestion, { token, body });
const get = (token: string, id: string) => call(node.app, contract.getQuestion, { token, params: { id } });
const change = (token: string, id: string, body: object) =>
  call(node.app, contract.changeQuestion, { token, params: { id }, body });
const list = async (token: string, query: Record<string, string> = {}) =>
  (await call(node.app, contract.listQuestions, { token, query })).reply;
const titles = async (token: string, query: Record<string, string> = {}) =>
  (await list(token, query)).data.map(({ title }) => title);

describe('the solutions of a question', () => {
  const solution = { language: 'python', files: [{ name: 'main.py', code: 'print(sum(map(int, input().split())))' }] };
  const content = aQuestion({ title: 'Solved', solutions: [solution] });

  it('stores a solution in each version, and none if it is empty', async () => {
    const { token } = await registerCompany(node);
    const { id } = (await create(token, content)).reply.question;

    expect((await get(token, id)).reply.question.solutions).toEqual([solution]);
    const same = await change(token, id, { version: 1, content });
    expect(same.reply.question.version).toBe(1);
    const without = await change(token, id, { version: 1, content: { ...content, solutions: [] } });
    expect(without.reply.question).not.toHaveProperty('solutions');
    const params = { id, version: '1' };
    const first = await call(node.app, contract.getQuestionVersion, { token, params });
    expect(first.reply.content.solutions).toEqual([solution]);
  });

  it('refuses two solutions in one language, and solutions that are too long together', async () => {
    const { token } = await registerCompany(node);
    const refusal = async (solutions: unknown) => (await create(token, { ...content, solutions })).error;
    const long = (language: string) => ({ language, files: [{ name: 'main', code: 'x'.repeat(60_000) }] });

    expect((await refusal([solution, solution])).errors).toEqual({ solutions: ['Each language has one solution.'] });
    expect((await refusal(['python', 'ruby', 'php', 'lua'].map(long))).errors).toEqual({
      solutions: ['The solutions of a question have at most 200,000 characters together.'],
    });
  });
});

describe('writing a question', () => {
  it('stores the codes of starters, hidden files and solutions with the line ends of a room’s document', async () => {
    const { token } = await registerCompany(node);
    const files = [
      { name: 'a.py', code: 'a\r\nb\f' },
      { name: 'test_a.py', code: 'c\rd\u001b', is_hidden: true },
    ];
    const starters = [{ language: 'python', code: 'x\r\n', files }];
    const solutions = [{ language: 'python', files: [{ name: 'main.py', code: 'y\r\n' }] }];
    const cleaned = {
      starters: [
        {
          language: 'python',
          code: 'x\n',
          files: [
            { name: 'a.py', code: 'a\nb' },
            { name: 'test_a.py', code: 'c\nd', is_hidden: true },
          ],
        },
      ],
      solutions: [{ language: 'python', files: [{ name: 'main.py', code: 'y\n' }] }],
    };

    const { id } = (await create(token, aQuestion({ starters, solutions }))).reply.question;
    expect((await get(token, id)).reply.question).toMatchObject(cleaned);
    const changed = await change(token, id, { version: 1, content: aQuestion({ starters, solutions, guide: 'New' }) });
    expect(changed.reply.question).toMatchObject({ ...cleaned, version: 2 });
  });

  it('stores a question for every interviewer of the company', async () => {
    const owner = await registerCompany(node);
    const colleague = await addInterviewer(node, owner);
    const content = aQuestion({
      title: '  Sum of a list ',
      data: 'create table t (id int);',
      tests: [aTest(), aTest({ name: 'Hidden', is_hidden: true, is_numeric: true })],
    });

    const { status, reply } = await create(colleague.token, content);

    expect(status).toBe(201);
    const { id, version, updated_at, is_archived, is_used, ...stored } = (await get(owner.token, reply.question.id))
      .reply.question;
    expect(stored).toEqual({ ...content, title: 'Sum of a list' });
    expect({ id, version, is_archived, is_used }).toEqual({
      id: reply.question.id,
      version: 1,
      is_archived: false,
      is_used: false,
    });
    expect(Date.parse(updated_at)).not.toBeNaN();
  });

  it('stores a starter of several files, with hidden ones behind the others, in each version', async () => {
    const owner = await registerCompany(node);
    const files = [
      { name: 'test_cart.py', code: 'assert 1', is_hidden: true },
      { name: 'shop/cart.py', code: 'total = 0\n', is_hidden: false },
      { name: 'empty.txt', code: '' },
    ];
    const starters = [
      { language: 'python', code: 'import shop.cart', files },
      { language: 'ruby', code: 'p 1', files: [] },
    ];
    const content = aQuestion({ starters });
    const stored = [
      {
        language: 'python',
        code: 'import shop.cart',
        files: [{ name: 'shop/cart.py', code: 'total = 0\n' }, files[2], files[0]],
      },
      { language: 'ruby', code: 'p 1' },
    ];

    const { reply } = await create(owner.token, content);
    const { id } = reply.question;
    expect((await get(owner.token, id)).reply.question.starters).toEqual(stored);
    // The same once more is no new version.
    expect((await change(owner.token, id, { version: 1, content })).reply.question.version).toBe(1);
    await change(owner.token, id, { version: 1, content: aQuestion() });
    const params = { id, version: '1' };
    const earlier = await call(node.app, contract.getQuestionVersion, { token: owner.token, params });
    expect(earlier.reply.content.starters).toEqual(stored);
    expect((await list(owner.token)).data[0]?.languages).toEqual(['python']);
  });

  const project = (...files: object[]) => ({ starters: [{ language: 'python', code: '', files }] });
  const ELEVEN_LANGUAGES = 'python javascript typescript sql ruby php lua java c c++ go'.split(' ');
  const tooLong = 'x'.repeat(QUESTION_TEXT_MAX + 1);
  it.each<[string, Record<string, unknown>]>([
    ['a blank title', { title: ' ' }],
    ['a title of two lines', { title: 'a\nb' }],
    ['a title that its composed form makes too long', { title: '\u{FB2C}'.repeat(contract.QUESTION_TITLE_MAX) }],
    ['a text that is too long', { text: tooLong }],
    ['a guide that is too long', { guide: tooLong }],
    ['a starter that is too long', { starters: [{ language: 'python', code: tooLong }] }],
    ['a starter in an unknown language', { starters: [{ language: 'klingon', code: '' }] }],
    ['two starters in one language', { starters: ['a', 'b'].map((code) => ({ language: 'python', code })) }],
    ['a file without a name', project({ name: '', code: '' })],
    ['a file whose name has a tab', project({ name: 'a\tb.py', code: '' })],
    ['a file outside of its folder', project({ name: '../a.py', code: '' })],
    ['two files of one name', project({ name: 'a.py', code: '' }, { name: 'A.py', code: '' })],
    ['a file with the name of the first one', project({ name: 'main.py', code: '' })],
    ['too many files', project(...ELEVEN_LANGUAGES.map((name) => ({ name, code: '' })))],
    ['files that are too long together', project({ name: 'a', code: tooLong }, { name: 'b', code: tooLong + tooLong })],
    ['a file of an unknown kind', project({ name: 'a', code: '', mode: 'x' })],
    ['too many starters', { starters: ELEVEN_LANGUAGES.map((language) => ({ language, code: '' })) }],
    ['too many tests', { tests: Array.from({ length: 31 }, () => aTest()) }],
    ['a test without a name', { tests: [aTest({ name: '' })] }],
    ['too many tags', { tags: Array.from({ length: 11 }, (__, place) => `tag ${place}`) }],
    ['a tag with a comma', { tags: ['a,b'] }],
    ['a repeated tag', { tags: ['a', 'a'] }],
    ['a text that Postgres cannot store', { text: '\u0000' }],
    ['no time at all', { minutes: 0 }],
  ])('refuses %s', async (_, changes) => {
    const { token } = await registerCompany(node);

    const { status, error } = await create(token, { ...aQuestion(), ...changes });

    expect(status).toBe(422);
    expect(error).toMatchObject({ code: 'invalid', message: expect.not.stringMatching(/\p{Cc}/u) });
    expect((await list(token)).total).toBe(0);
  });

  it('accepts a megabyte of SQL, and refuses a larger body', async () => {
    const { token } = await registerCompany(node);
    const data = '-'.repeat(1_000_000);

    expect((await create(token, aQuestion({ data }))).reply.question.data).toBe(data);
    expect((await create(token, aQuestion({ data: '-'.repeat(3_200_000) }))).status).toBe(413);
  });

  it('refuses a question without an account', async () => {
    expect((await call(node.app, contract.createQuestion, { body: aQuestion() })).status).toBe(401);
    expect((await call(node.app, contract.listQuestions)).status).toBe(401);
  });

  it('adds no question beyond the limit of a company', async () => {
    const { token, company } = await registerCompany(node);
    const rows = Array.from({ length: contract.QUESTIONS_MAX }, () => ({ company_id: company.id, version: 1 }));
    await node.ctx.db.insertInto('questions').values(rows).execute();

    const { status, error } = await create(token, aQuestion());

    expect([status, error.code]).toEqual([409, 'limit_reached']);
  });
});

describe('changing a question', () => {
  it('keeps the versions of a question, with their authors', async () => {
    const owner = await registerCompany(node);
    const colleague = await addInterviewer(node, owner, 'Ida');
    const { id, version } = await addQuestion(node, owner, { title: 'First' });

    const changed = await change(colleague.token, id, { version, content: aQuestion({ title: 'Second' }) });

    expect(changed.reply.question).toMatchObject({ version: 2, title: 'Second' });
    const params = { id };
    const { data } = (await call(node.app, contract.listQuestionVersions, { token: owner.token, params })).reply;
    expect(data.map(({ version, by }) => [version, by])).toEqual([
      [2, 'Ida'],
      [1, owner.company.name],
    ]);
    const first = { token: owner.token, params: { id, version: '1' } };
    expect((await call(node.app, contract.getQuestionVersion, first)).reply.content.title).toBe('First');
  });

  it('stores no version if the content is the same', async () => {
    const { token } = await registerCompany(node);
    const { id } = await addQuestion(node, { token });

    expect((await change(token, id, { version: 1, content: aQuestion() })).reply.question.version).toBe(1);
  });

  it('accepts a change again if its reply was lost', async () => {
    const { token } = await registerCompany(node);
    const { id } = await addQuestion(node, { token });
    const changed = { version: 1, content: aQuestion({ title: 'One' }) };
    await change(token, id, changed);

    expect((await change(token, id, changed)).reply.question).toMatchObject({ version: 2, title: 'One' });
  });

  it('refuses a change of a version that is not the latest', async () => {
    const { token } = await registerCompany(node);
    const { id } = await addQuestion(node, { token });
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((title) => change(token, id, { version: 1, content: aQuestion({ title }) })),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await get(token, id)).reply.question.version).toBe(2);
  });

  it('deletes versions beyond the most', async () => {
    const { token } = await registerCompany(node);
    const { id } = await addQuestion(node, { token });
    for (let version = 1; version <= contract.QUESTION_VERSIONS_MAX + 1; version++)
      await change(token, id, { version, content: aQuestion({ title: `Title ${version}` }) });

    const { data } = (await call(node.app, contract.listQuestionVersions, { token, params: { id } })).reply;

    expect(data).toHaveLength(contract.QUESTION_VERSIONS_MAX);
    expect(data.at(-1)?.version).toBe(3);
  });
});

describe('the list', () => {
  it('finds questions by title, text and tag, without wildcards', async () => {
    const { token } = await registerCompany(node);
    const add = (changes: Partial<QuestionContent>) => addQuestion(node, { token }, { text: '', tags: [], ...changes });
    await add({ title: 'Cache with 100% hits', tags: ['caches', 'maps'] });
    await add({ title: 'Orders', text: 'Find the customers who ordered twice.', tags: ['sql'] });
    await add({ title: 'Queue', guide: 'A private word: customers' });

    expect(await titles(token)).toEqual(['Queue', 'Orders', 'Cache with 100% hits']);
    expect(await titles(token, { search: 'CUSTOMERS' })).toEqual(['Orders']);
    expect(await titles(token, { search: 'map' })).toEqual(['Cache with 100% hits']);
    expect(await titles(token, { search: '0%' })).toEqual(['Cache with 100% hits']);
    expect(await titles(token, { search: 'CÁCHE' })).toEqual(['Cache with 100% hits']);
    expect(await titles(token, { search: '%' })).toEqual(['Cache with 100% hits']);
    expect(await titles(token, { tag: 'sql' })).toEqual(['Orders']);
    expect((await call(node.app, contract.listQuestionTags, { token })).reply.data).toEqual([
      { tag: 'caches', count: 1 },
      { tag: 'maps', count: 1 },
      { tag: 'sql', count: 1 },
    ]);
  });

  it('shows the properties of a question in the list', async () => {
    const { token } = await registerCompany(node);
    const starters = ['python', 'sql'].map((language) => ({ language, code: '' }));
    await addQuestion(node, { token }, { starters, tests: [aTest()] });

    expect((await list(token)).data).toMatchObject([{ languages: ['python', 'sql'], test_count: 1, minutes: 20 }]);
  });

  it('separates archived questions', async () => {
    const { token } = await registerCompany(node);
    const { id } = await addQuestion(node, { token }, { title: 'Old' });
    await addQuestion(node, { token }, { title: 'New', tags: [] });
    const archive = () => call(node.app, contract.archiveQuestion, { token, params: { id } });

    expect((await archive()).reply.question.is_archived).toBe(true);
    await archive();

    expect(await titles(token)).toEqual(['New']);
    expect(await titles(token, { is_archived: 'true' })).toEqual(['Old']);
    expect((await call(node.app, contract.listQuestionTags, { token })).reply.data).toEqual([]);
    await call(node.app, contract.restoreQuestion, { token, params: { id } });
    expect(await titles(token)).toEqual(['New', 'Old']);
  });
});

describe('deleting a question', () => {
  const remove = (token: string, id: string) => call(node.app, contract.deleteQuestion, { token, params: { id } });

  it('deletes a question that was never shown', async () => {
    const { token } = await registerCompany(node);
    const { id } = await addQuestion(node, { token });

    expect((await remove(token, id)).status).toBe(200);
    expect((await get(token, id)).status).toBe(404);
  });

  it('refuses to delete a question that was shown', async () => {
    const { token } = await registerCompany(node);
    const { id } = await addQuestion(node, { token });
    const used_at = new Date().toISOString();
    await node.ctx.db.updateTable('questions').set({ used_at }).where('id', '=', id).execute();

    expect((await remove(token, id)).error).toEqual({
      code: 'conflict',
      message: 'This question was shown in an interview. Archive it instead.',
    });
    expect((await get(token, id)).reply.question.is_used).toBe(true);
  });
});

it('answers for another company’s question as for one that never existed', async () => {
  const [ours, theirs] = [await registerCompany(node), await registerCompany(node)];
  const { id } = await addQuestion(node, theirs, { title: 'Canary' });
  const { token } = ours;
  const body = { version: 1, content: aQuestion() };
  const answersFor = async (id: string) => {
    const request = { token, params: { id, version: '1' } };
    return Promise.all([
      call(node.app, contract.getQuestion, request),
      call(node.app, contract.changeQuestion, { ...request, body }),
      call(node.app, contract.archiveQuestion, request),
      call(node.app, contract.restoreQuestion, request),
      call(node.app, contract.deleteQuestion, request),
      call(node.app, contract.listQuestionVersions, request),
      call(node.app, contract.getQuestionVersion, request),
    ]);
  };

  for (const answer of [...(await answersFor(id)), ...(await answersFor(randomUUID()))])
    expect([answer.status, answer.error]).toEqual([404, { code: 'not_found', message: 'Question not found' }]);
  expect((await list(token)).total).toBe(0);
  expect((await get(theirs.token, id)).reply.question.title).toBe('Canary');
});
