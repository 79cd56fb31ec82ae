import '../../testing/device-disk.ts';
import { SHARED_TEXT } from '@cip/contracts/documents';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { fromBase64, toBase64 } from './base64.ts';
import type { DocumentWire } from './document-wire.ts';
import { forgetKept, keepDocument, scopeOf } from './kept-document.ts';
import { LiveCode } from './live-code.ts';

const CODE = 'private-room-abc123def';
const PERSON = { id: 'p-1', name: 'Ada' };
const SCOPE = scopeOf(CODE, PERSON.id);

afterEach(() => forgetKept(SCOPE));

/** A server with an empty document; notes with what it was opened. */
function wire(opened: Uint8Array[]): DocumentWire {
  const empty = new Y.Doc();
  return {
    open(stateVector) {
      opened.push(fromBase64(stateVector));
      const [update, own] = [Y.encodeStateAsUpdate(empty), Y.encodeStateVector(empty)].map(toBase64);
      return Promise.resolve({ ok: true, language: 'sql', update: update ?? '', stateVector: own ?? '' });
    },
    update: () => Promise.resolve({ ok: true }),
    changeLanguage: () => Promise.resolve({ ok: true }),
    moveCursor: () => undefined,
    noteOffline: () => Promise.resolve({ ok: true }),
  };
}

test('a connection that is quicker than the disk opens the document with what the disk has', async () => {
  const typed = new Y.Doc();
  typed.getText(SHARED_TEXT).insert(0, '-- typed offline');
  const state = Y.encodeStateAsUpdate(typed);
  await keepDocument({ scope: SCOPE, gapId: 'gap-12345', since: 0, state, language: 'sql', interview: null });
  const opened: Uint8Array[] = [];
  const code = new LiveCode(CODE, wire(opened));
  code.resume(PERSON.id);
  expect(await code.open(PERSON)).toEqual({ ok: true, language: 'sql' });
  expect(code.text).toBe('-- typed offline');
  expect(opened.map((vector) => Y.decodeStateVector(vector).size)).toEqual([1]);
  await code.destroy();
});
