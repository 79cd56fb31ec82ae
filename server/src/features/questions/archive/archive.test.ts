import { AUDIT_ACTIONS, listAudit } from '@cip/contracts/accounts/audit';
import * as contract from '@cip/contracts/questions/questions';
import type { QuestionContent } from '@cip/contracts/questions/questions';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInterviewer, addQuestion, aQuestion, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { questionArchive } from '../../../testing/http/question-archive.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { writeQuestionFile } from './question-file.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

const importArchive = (token: string, archive: unknown) =>
  call(node.app, contract.importQuestions, { token, body: { archive } });
const exportArchive = (token?: string) =>
  node.app.inject({ url: '/api/question-archive', headers: token ? { authorization: `Bearer ${token}` } : {} });
const total = async (token: string) => (await call(node.app, contract.listQuestions, { token })).reply.total;

async function contents(token: string): Promise<QuestionContent[]> {
  const { data } = (await call(node.app, contract.listQuestions, { token })).reply;
  const read = async ({ id }: { id: string }) => {
    const { question } = (await call(node.app, contract.getQuestion, { token, params: { id } })).reply;
    const {
      id: _id,
      version: _version,
      updated_at: _at,
      is_archived: _archived,
      is_used: _used,
      ...content
    } = question;
    return content;
  };
  return (await Promise.all(data.map(read))).toSorted((a, b) => (a.text < b.text ? -1 : 1));
}

const file = (changes: Partial<QuestionContent> = {}) => writeQuestionFile(aQuestion(changes));

describe('an export', () => {
  it('exports questions that another company imports unchanged', async () => {
    const [from, to] = [await registerCompany(node), await registerCompany(node)];
    const colleague = await addInterviewer(node, to);
    const test = { name: 'One', input: '\r\n', expected: '---', is_hidden: true, is_ordered: false, is_numeric: true };
    await addQuestion(node, from, { title: 'Émile & co', text: 'a\n---\nb\r\n', tests: [{ ...test, is_query: true }] });
    await addQuestion(node, from, {
      title: 'emile, co',
      text: 'b ',
      data: 'create table t (id int);\n',
      minutes: null,
    });
    const files = [
      { name: 'shop/cart.py', code: 'total = 0\r\n' },
      { name: 'test_cart.py', code: 'assert False', is_hidden: true },
    ];
    const starters = [{ language: 'python', code: 'import shop', files }];
    await addQuestion(node, from, { title: '日本', text: 'c', guide: '', starters, tags: [] });
    const old = await addQuestion(node, from, { title: 'Old' });
    await call(node.app, contract.archiveQuestion, { token: from.token, params: { id: old.id } });

    const exported = await exportArchive(from.token);
    const { reply } = await importArchive(colleague.token, exported.rawPayload.toString('base64'));

    expect(exported.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
    const names = Object.keys(unzipSync(new Uint8Array(exported.rawPayload)));
    expect(names.toSorted()).toEqual([
      'emile-co.2.md',
      'emile-co.md',
      'question.md',
      'question/python/shop/cart.py',
      'question/python/test_cart.py',
    ]);
    expect(reply.existing).toEqual([]);
    expect(reply.added).toHaveLength(3);
    expect(await contents(to.token)).toEqual(await contents(from.token));
    // The bank keeps LF, because that is what a room's document takes.
    const [project] = (await contents(to.token)).filter(({ text }) => text === 'c');
    expect(project?.starters[0]?.files?.[0]).toEqual({ name: 'shop/cart.py', code: 'total = 0\n' });
  });

  it('exports nothing without an account, and nothing of other companies', async () => {
    const [own, other] = [await registerCompany(node), await registerCompany(node)];
    await addQuestion(node, other, { title: 'Theirs' });
    await addQuestion(node, own, { title: 'Ours' });

    expect((await exportArchive()).statusCode).toBe(401);
    const files = unzipSync(new Uint8Array((await exportArchive(own.token)).rawPayload));
    expect(Object.keys(files)).toEqual(['ours.md']);
    expect(strFromU8(Object.values(files)[0] ?? new Uint8Array())).not.toContain('Theirs');
  });
});

describe('an import', () => {
  it('never adds or changes existing questions by an import', async () => {
    const owner = await registerCompany(node);
    const { id } = await addQuestion(node, owner, { title: 'Same' });
    const archive = questionArchive({
      'folder/': '',
      'folder/same.md': file({ title: 'Same' }),
      'folder/changed.md': file({ title: 'Same', text: 'Other' }),
      'again.markdown': file({ title: 'Same', text: 'Other' }),
      '__MACOSX/folder/._same.md': 'x',
      'folder/.DS_Store': 'x',
    });

    const { reply } = await importArchive(owner.token, archive);

    expect(reply).toEqual({ added: ['Same'], existing: ['Same', 'Same'] });
    expect(await total(owner.token)).toBe(2);
    const params = { id };
    expect((await call(node.app, contract.getQuestion, { token: owner.token, params })).reply.question.version).toBe(1);
    expect((await importArchive(owner.token, archive)).reply.added).toEqual([]);
  });

  it('skips files that nobody wrote as questions, and says so', { tags: ['long'] }, async () => {
    const { token } = await registerCompany(node);
    const archive = questionArchive({
      'questions-main/README.md': '# Our questions',
      'questions-main/README.de.md': '# Unsere Fragen',
      'questions-main/LICENSE-MIT': 'MIT',
      'questions-main/.gitignore': '*.tmp',
      'questions-main/._sum-of-a-list.md': new Uint8Array([0, 5, 22, 7, 255, 254]),
      'questions-main/sum-of-a-list.md': file({ title: 'Sum' }),
      'questions-main/rooms.md': file({ title: 'Rooms' }),
    });

    const { reply } = await importArchive(token, archive);

    expect(reply).toEqual({
      added: ['Sum', 'Rooms'],
      existing: [],
      skipped: [
        { file: 'questions-main/README.md', reason: 'about the folder, no question' },
        { file: 'questions-main/README.de.md', reason: 'about the folder, no question' },
        { file: 'questions-main/LICENSE-MIT', reason: 'about the folder, no question' },
        { file: 'questions-main/.gitignore', reason: 'a hidden file' },
        { file: 'questions-main/._sum-of-a-list.md', reason: 'added by macOS' },
      ],
    });
    const asked = questionArchive({ 'readme.md': file({ title: 'Asked' }) });
    expect((await importArchive(token, asked)).reply).toEqual({ added: ['Asked'], existing: [] });
    const none = await importArchive(token, questionArchive({ 'README.md': '# Ours' }));
    expect(none.error.message).toBe('The archive has no Markdown files.');
  });

  it('imports a single file of a question', async () => {
    const { token } = await registerCompany(node);
    const single = (text: string) => importArchive(token, Buffer.from(text).toString('base64'));

    for (const added of [['One'], []]) expect((await single(file({ title: 'One' }))).reply.added).toEqual(added);

    const refused = await single('---\ntitle: 1\n');
    expect([refused.status, refused.error.code]).toEqual([422, 'invalid']);
  });

  it('records an import with its count', { tags: ['long'] }, async () => {
    const owner = await registerCompany(node);
    await importArchive(owner.token, questionArchive({ 'a.md': file({ title: 'A' }), 'b.md': file({ title: 'B' }) }));

    const { data } = (await call(node.app, listAudit, { token: owner.token, query: { group: 'question' } })).reply;
    expect(AUDIT_ACTIONS).toContain('question.imported');
    expect(data.map(({ action, details }) => [action, details])).toEqual([['question.imported', { count: 2 }]]);
  });

  it('imports nothing without an account', async () => {
    const body = { archive: questionArchive({ 'a.md': file() }) };
    expect((await call(node.app, contract.importQuestions, { body })).status).toBe(401);
  });

  it('imports none if the company would have too many', { tags: ['long'] }, async () => {
    const { token, company } = await registerCompany(node);
    const rows = Array.from({ length: contract.QUESTIONS_MAX - 1 }, () => ({ company_id: company.id, version: 1 }));
    await node.ctx.db.insertInto('questions').values(rows).execute();

    const archive = questionArchive({ 'a.md': file({ title: 'A' }), 'b.md': file({ title: 'B' }) });
    expect((await importArchive(token, archive)).error.code).toBe('limit_reached');
    expect(await total(token)).toBe(0);
  });
});

describe('a bad import', () => {
  it('names the file of a bad import, and changes nothing', async () => {
    const { token } = await registerCompany(node);

    const { status, error } = await importArchive(token, questionArchive({ 'a.md': file(), 'b.md': '# No' }));

    const message = 'b.md: it does not begin with front matter between two lines of ---.';
    expect([status, error]).toEqual([422, { code: 'invalid', message, errors: { archive: [message] } }]);
    expect(await total(token)).toBe(0);
  });

  it('refuses an import that is no Base64, or too large', async () => {
    const { token } = await registerCompany(node);

    expect((await importArchive(token, 'no base64!')).status).toBe(422);
    expect((await importArchive(token, 3)).status).toBe(422);
    expect((await importArchive(token, 'A'.repeat(6_000_000))).status).toBe(413);
  });
});

it('stops after many imports of a user, and goes on for their colleagues', { tags: ['long'] }, async () => {
  const limited = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  const owner = await registerCompany(limited);
  const colleague = await addInterviewer(limited, owner, 'Ida');
  const body = { archive: questionArchive({ 'a.md': file() }) };
  const statusOf = async ({ token }: SignedIn) =>
    (await call(limited.app, contract.importQuestions, { token, body })).status;

  const { id } = await limited.ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', owner.email)
    .executeTakeFirstOrThrow();
  for (let count = 0; count < 19; count++) await limited.ctx.limits.imports.take(owner.company.id, id);

  expect([await statusOf(owner), await statusOf(owner)]).toEqual([200, 429]);
  expect(await statusOf(colleague)).toBe(200);
  await limited.close();
});
