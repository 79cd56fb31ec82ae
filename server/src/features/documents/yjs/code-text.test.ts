import { randomUUID } from 'node:crypto';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import * as contract from '@cip/contracts/rooms/documents';
import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { endInterview, quickStart } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { candidateOf, startLiveRoom, type LiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { appendUpdate } from '../log/log.repository.ts';

/** Every kind of character that has caused a bug: C0, C1, lone surrogates, bidi, astral, line ends. */
const ODD = [
  '\0',
  '\u0001',
  '\b',
  '\t',
  '\n',
  '\v',
  '\f',
  '\r',
  '\u001b',
  '\u007f',
  '\u0085',
  '\ud83d',
  '\ude00',
].concat(['\u200e', '\u202e', '\u2028', '\u2029', '\ufeff', '\uffff', '😀', '\u{10ffff}', 'é', 'e\u0301', 'abc']);

let node: TestApp;
let room: LiveRoom;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());
beforeEach(async () => {
  room = await startLiveRoom(node);
});

const save = (code: string, more: object = {}) =>
  call(node.app, contract.saveCode, {
    token: room.owner.token,
    body: { interview_session_id: room.interview.id, code_content: code, ...more },
  });

async function stored(): Promise<{ saved: string; shown: string }> {
  const { id } = room.interview;
  const row = await node.ctx.db
    .selectFrom('documents')
    .select('saved_text')
    .where('interview_id', '=', id)
    .executeTakeFirstOrThrow();
  const { reply } = await call(node.app, contract.getCode, { token: room.owner.token, params: { id } });
  return { saved: row.saved_text, shown: reply.data.code_content };
}

/** Returns the error code of an acknowledgement, or undefined. */
function codeOf(answer: Record<string, unknown>): unknown {
  const { error } = answer;
  return error instanceof Object ? Reflect.get(error, 'code') : undefined;
}

/** Returns the update that replaces the whole text of a client. */
function replacing(client: OwnClient, text: string): Uint8Array {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(client.doc));
  const before = Y.encodeStateVector(copy);
  copy.transact(() => {
    const code = copy.getText(SHARED_TEXT);
    code.delete(0, code.length);
    code.insert(0, text);
  });
  return Y.encodeStateAsUpdate(copy, before);
}

describe('text with control characters', () => {
  it('refuses control characters in an update, which changes nothing', async () => {
    const ada = remember(await OwnClient.join(node.url, room.candidate));
    for (const character of ['\0', '\u0007', '\u001b', '\r'])
      expect(await ada.update(replacing(ada, `a${character}b`))).toMatchObject({
        ok: false,
        error: { code: 'invalid' },
      });
    expect((await save(DEFAULT_CODE)).status).toBe(200);
    expect(await stored()).toEqual({ saved: DEFAULT_CODE, shown: DEFAULT_CODE });
  });

  it('removes control characters from a saved text and its base', async () => {
    const { status } = await save('a\u0001b\u000cc\r\nd', { base: `${DEFAULT_CODE}\u001b` });
    expect(status).toBe(200);
    expect(await stored()).toEqual({ saved: 'abc\nd', shown: 'abc\nd' });
  });

  it('removes control characters from a full text', async () => {
    const ines = remember(await PlainClient.join(node.url, room.interviewer));
    expect(codeOf(await ines.type('a\0b'))).toBe('invalid');
    expect(await ines.type('a\u0007b\r\nc')).toEqual({ ok: true });
    expect((await stored()).shown).toBe('ab\nc');
  });

  it('removes logged control characters on save and at the end', async () => {
    const ada = remember(await OwnClient.join(node.url, room.candidate));
    const bytes = replacing(ada, 'a\0b');
    await appendUpdate(node.ctx.db, { interviewId: room.interview.id, opId: randomUUID(), participantId: null, bytes });
    node.ctx.documents.drop(room.interview.id);

    expect((await save('ab!', { base: 'ab' })).status).toBe(200);
    expect(await stored()).toEqual({ saved: 'ab!', shown: 'ab!' });
    await endInterview(node, room.owner, room.roomCode);
    expect(await stored()).toEqual({ saved: 'ab!', shown: 'ab!' });
  });
});

it('stores the text of the replica at every save and end', { tags: ['long'] }, async () => {
  const piece = fc.tuple(
    fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'binary', maxLength: 20 })),
    fc.constantFrom(1, 1, 1, 3, 2_000),
  );
  const text = fc
    .array(piece, { maxLength: 6 })
    .map((pieces) => pieces.map(([part, times]) => part.repeat(times)).join(''));
  const way = fc.constantFrom<'update' | 'full text' | 'save'>('update', 'full text', 'save');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(way, text), { minLength: 1, maxLength: 12 }), async (edits) => {
      const interview = await quickStart(node, room.owner);
      room = { ...room, interview, roomCode: interview.room_code };
      const interviewer = { ...room.interviewer, roomCode: room.roomCode };
      const [ada, ines] = [
        await OwnClient.join(node.url, await candidateOf(node, room.roomCode, 'Ada')),
        await PlainClient.join(node.url, interviewer),
      ];
      for (const [kind, sent] of edits) {
        if (kind === 'update') expect([undefined, 'invalid']).toContain(codeOf(await ada.update(replacing(ada, sent))));
        else if (kind === 'full text')
          expect([undefined, 'resync', 'invalid']).toContain(codeOf(await ines.type(sent)));
        else expect([200, 422]).toContain((await save(sent)).status);
        await ada.open();
      }
      expect((await save(ada.text, { base: ada.text })).status).toBe(200);
      expect(await stored()).toEqual({ saved: ada.text, shown: ada.text });
      ada.close();
      ines.close();
      await endInterview(node, room.owner, room.roomCode);
      expect(await stored()).toEqual({ saved: ada.text, shown: ada.text });
    }),
    { numRuns: 5 },
  );
});
