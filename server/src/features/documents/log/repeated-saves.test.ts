import { randomUUID } from 'node:crypto';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import * as documents from '@cip/contracts/rooms/documents';
import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { endInterview, quickStart, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { findDocument } from './documents.repository.ts';
import { appendUpdate } from './log.repository.ts';
import { SEED_UPDATE } from './seed.ts';
import { editOperationId } from './update-author.ts';

let node: TestApp;
let owner: SignedIn;
let interview: { id: string; room_code: string };
beforeAll(async () => {
  node = await startTestApp();
  owner = await registerCompany(node, { plan: 'enterprise' });
});
afterAll(() => node.close());
beforeEach(async () => {
  interview = await quickStart(node, owner);
});

const read = async () => {
  const request = { token: owner.token, params: { id: interview.id } };
  return (await call(node.app, documents.getCode, request)).reply.data;
};
const save = (body: object) =>
  call(node.app, documents.saveCode, { token: owner.token, body: { interview_session_id: interview.id, ...body } });

/** The seeded text with a line at its end, as the web client saves it. */
function lineOf(text: string) {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, SEED_UPDATE);
  const before = Y.encodeStateVector(doc);
  const code = doc.getText(SHARED_TEXT);
  code.insert(code.length, `\n${text}`);
  const update = Buffer.from(Y.encodeStateAsUpdate(doc, before)).toString('base64');
  return { op_id: randomUUID(), code_content: code.toString(), update };
}

describe('a repeated save', () => {
  it('keeps a newer save when an older one repeats', async () => {
    const first = { op_id: randomUUID(), language: 'python', base: DEFAULT_CODE, code_content: 'print(1)' };
    await save(first);
    await save({ op_id: randomUUID(), language: 'go', base: 'print(1)', code_content: 'func main() {}' });
    const newer = await read();

    const { status, reply } = await save(first);

    expect(status).toBe(200);
    expect(reply.data).toEqual(newer);
    expect(await read()).toEqual(newer);
    expect(newer).toMatchObject({ language: 'go', code_content: 'func main() {}' });
  });

  it('changes nothing even when the first one changed nothing', async () => {
    await save({ base: DEFAULT_CODE, code_content: 'ab' });
    // Deletes a character that is already deleted.
    const erasing = { op_id: randomUUID(), base: 'abc', code_content: 'ab' };
    await save(erasing);
    await save({ base: 'ab', code_content: 'abc' });

    await save(erasing);

    expect((await read()).code_content).toBe('abc');
  });

  it('applies a save once that repeats concurrently', async () => {
    const line = lineOf('select 1;');

    const answers = await Promise.all([line, line, line, line].map(save));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await read()).code_content).toBe(`${DEFAULT_CODE}\nselect 1;`);
  });

  it.each([
    ['an edit', () => lineOf('select 2;')],
    ['a text', () => ({ op_id: randomUUID(), base: DEFAULT_CODE, code_content: 'select 2;' })],
    ['a mark', () => ({ op_id: randomUUID(), base: DEFAULT_CODE, code_content: DEFAULT_CODE })],
  ])('repeats a save with %s successfully after the end', async (_, make) => {
    const body = make();
    await save(body);
    await endInterview(node, owner, interview.room_code);

    expect(await save(body)).toMatchObject({ status: 200 });
    expect(await save(make())).toMatchObject({ status: 409, error: { code: 'ended' } });
  });

  it('completes a save whose node crashed after logging the edit', async () => {
    const line = { ...lineOf('select 3;'), language: 'go' };
    await save(line);
    await node.ctx.db.deleteFrom('document_saves').where('interview_id', '=', interview.id).execute();
    await node.ctx.db
      .updateTable('documents')
      .set({ language: 'sql' })
      .where('interview_id', '=', interview.id)
      .execute();

    await save(line);

    expect(await read()).toMatchObject({ language: 'go', code_content: `${DEFAULT_CODE}\nselect 3;` });
  });

  it.each([
    ['an edit', (line: ReturnType<typeof lineOf>) => line],
    ['a text', ({ op_id, code_content }: ReturnType<typeof lineOf>) => ({ op_id, code_content, base: DEFAULT_CODE })],
  ])('shows and stores a save with %s whose node died after logging it', async (_, bodyOf) => {
    const line = lineOf('select 4;');
    const body = bodyOf(line);
    const document = await node.ctx.documents.open(interview.id);
    const bytes = Buffer.from(line.update, 'base64');
    const opId = 'update' in body ? editOperationId(bytes) : line.op_id;
    await appendUpdate(node.ctx.db, { interviewId: interview.id, opId, participantId: randomUUID(), bytes });

    expect(await save(body)).toMatchObject({ status: 200 });

    expect(document.text).toBe(line.code_content);
    expect((await findDocument(node.ctx.db, interview.id))?.saved_text).toBe(line.code_content);
  });
});
