import { randomUUID } from 'node:crypto';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import * as documents from '@cip/contracts/rooms/documents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endInterview, quickStart, registerCompany, type SignedIn } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let node: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  node = await startTestApp();
  owner = await registerCompany(node, { plan: 'enterprise' });
});
afterAll(() => node.close());

const read = (token: string, id: string) => call(node.app, documents.getCode, { token, params: { id } });
const save = (token: string, body: object | string) => call(node.app, documents.saveCode, { token, body });

// The body that the specification's own client sends.
const saving = (interview_session_id: string, code_content: string) => ({
  interview_session_id,
  language: 'sql',
  code_content,
  cursor_positions: null,
  selection_data: null,
  editor_settings: { theme: 'vs-dark', fontSize: 16, minimap: false },
});

const NO_ACCESS = { message: 'Session not found or access denied', code: 'not_found' };

describe('saving the code', () => {
  it('stores the code for later reads', async () => {
    const { id } = await quickStart(node, owner);

    const { status, reply } = await save(owner.token, saving(id, 'select 1;\n'));

    expect(status).toBe(200);
    expect(reply.data).toMatchObject({ ...saving(id, 'select 1;\n') });
    expect((await read(owner.token, id)).reply).toEqual({ ...reply, asides: [] });
  });

  it('accepts a text of the maximum length, fully escaped', async () => {
    const { id } = await quickStart(node, owner);
    const longest = '\u00e9'.repeat(DEFAULT_CODE.length) + 'x'.repeat(199_000);
    const escaped = JSON.stringify(saving(id, longest)).replaceAll('x', String.raw`\u0078`);

    expect((await save(owner.token, escaped)).status).toBe(200);

    expect((await read(owner.token, id)).reply.data.code_content).toBe(longest);
  });

  it('refuses the code after the end, and keeps the saved text', async () => {
    const { id, room_code } = await quickStart(node, owner);
    await save(owner.token, saving(id, 'select 1;'));
    await endInterview(node, owner, room_code);

    const { status, error } = await save(owner.token, saving(id, 'select 2;'));

    expect(status).toBe(409);
    expect(error.code).toBe('ended');
    expect((await read(owner.token, id)).reply.data.code_content).toBe('select 1;');
  });

  it.each([
    [{ code_content: 'a\0b' }, 'code_content'],
    [{ code_content: '\ud800' }, 'code_content'],
    [{ code_content: 'x'.repeat(200_001) }, 'code_content'],
    [{ code_content: null }, 'code_content'],
    [{ language: 'SQL!' }, 'language'],
    [{ language: 'klingon' }, 'language'],
    [{ language: 'toString' }, 'language'],
    [{ cursor_positions: {} }, 'cursor_positions'],
    [{ editor_settings: { fontSize: 1000 } }, 'editor_settings.fontSize'],
    [{ interview_session_id: 1 }, 'interview_session_id'],
    [{ company_id: randomUUID() }, 'company_id'],
  ])('refuses %.40j', async (wrong, field) => {
    const { id } = await quickStart(node, owner);

    const { status, error } = await save(owner.token, { ...saving(id, 'select 1;'), ...wrong });

    expect(status).toBe(422);
    expect(error.errors).toHaveProperty([field]);
    expect((await read(owner.token, id)).reply.data.code_content).toBe(DEFAULT_CODE);
  });

  it('refuses a save whose merged text would be too long', async () => {
    const { id } = await quickStart(node, owner);
    const long = 'x'.repeat(199_990);
    await save(owner.token, saving(id, long));
    const older = { ...saving(id, DEFAULT_CODE + 'y'.repeat(11)), base: DEFAULT_CODE };

    const { status, error } = await save(owner.token, older);

    expect(status).toBe(413);
    expect(error).toEqual({ message: 'The code may have at most 200,000 characters.', code: 'too_large' });
    expect((await read(owner.token, id)).reply.data.code_content).toBe(long);
    expect((await save(owner.token, { ...older, code_content: DEFAULT_CODE + 'y'.repeat(10) })).status).toBe(200);
  });

  it('refuses a body beyond the limit', async () => {
    const { status, error } = await save(owner.token, JSON.stringify({ code_content: 'x'.repeat(4_000_000) }));

    expect(status).toBe(413);
    expect(error.code).toBe('too_large');
  });
});

describe('the code of another company', () => {
  it('returns 404 for another company’s code on read and write', async () => {
    const { id } = await quickStart(node, owner);
    const { token } = await registerCompany(node);

    for (const which of [id, randomUUID()]) {
      expect(await read(token, which)).toMatchObject({ status: 404, error: NO_ACCESS });
      expect(await save(token, saving(which, 'stolen'))).toMatchObject({ status: 404, error: NO_ACCESS });
    }
    expect((await read(owner.token, id)).reply.data.code_content).toBe(DEFAULT_CODE);
  });
});
