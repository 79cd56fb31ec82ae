import { CLIENT_IDS_EACH, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import '../../../testing/fake-indexed-db.ts';
import { afterEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { fromBase64, toBase64 } from './base64.ts';
import type { DocumentTransport } from './document-transport.ts';
import { readDeviceRows } from '../device/device-rows.ts';
import {
  deleteOfflineDocument,
  findOfflineDocument,
  saveOfflineDocument,
  scopeOf,
} from '../device/offline-document.ts';
import { deleteKeptRoom, findKeptRoom } from '../device/kept-room.ts';
import { findOrphanedText } from '../device/orphaned-edits.ts';
import { LiveCode } from './live-code.ts';

const CODE = 'private-room-abc123def';
const PERSON = { id: 'p-1', name: 'Ada' };
/** First of the client ids that the server issues to the participant. */
const OWN_IDS = 2 ** 48;
const SCOPE = scopeOf(CODE, PERSON.id);

afterEach(async () => {
  await deleteOfflineDocument(SCOPE);
  await deleteKeptRoom(SCOPE);
});

/** Returns a server with an empty document. `opened` collects the state vectors of the openings. */
function emptyServer(opened: Uint8Array[]): DocumentTransport {
  const empty = new Y.Doc();
  return {
    open(stateVector) {
      opened.push(fromBase64(stateVector));
      const [update, own] = [Y.encodeStateAsUpdate(empty), Y.encodeStateVector(empty)].map(toBase64);
      const reply = { language: 'sql', update: update ?? '', stateVector: own ?? '', firstClientId: OWN_IDS };
      return Promise.resolve({ ok: true, ...reply });
    },
    update: () => Promise.resolve({ ok: true }),
    changeLanguage: () => Promise.resolve({ ok: true }),
    moveCursor: () => undefined,
    noteOffline: () => Promise.resolve({ ok: true }),
  };
}

test('reads the offline document from the disk before it opens the document', async () => {
  const typed = new Y.Doc();
  typed.getText(SHARED_TEXT).insert(0, '-- typed offline');
  const state = Y.encodeStateAsUpdate(typed);
  await saveOfflineDocument({ scope: SCOPE, gapId: 'gap-12345', since: 0, state, language: 'sql', interview: null });
  const opened: Uint8Array[] = [];
  const code = new LiveCode(CODE, emptyServer(opened));
  code.resume(PERSON.id);
  expect(await code.open(PERSON)).toMatchObject({ ok: true, language: 'sql' });
  expect(code.text).toBe('-- typed offline');
  expect(opened.map((vector) => Y.decodeStateVector(vector).size)).toEqual([1]);
  await code.destroy();
});

const isOwn = (id: number) => id >= OWN_IDS && id < OWN_IDS + CLIENT_IDS_EACH;

test('writes under an issued client id from the start', async () => {
  const moved: number[] = [];
  const code = new LiveCode(CODE, { ...emptyServer([]), moveCursor: (id) => void moved.push(id) });
  await code.open(PERSON);
  const { clientID } = code.gate.editing;
  expect(isOwn(clientID)).toBe(true);
  await vi.waitFor(() => expect(moved).toEqual([clientID]));
  code.close();
  await code.open(PERSON);
  expect(code.gate.editing.clientID).toBe(clientID);
  await code.destroy();
});

test('assigns another issued client id to a page that resumes offline typing', async () => {
  const first = new LiveCode(CODE, emptyServer([]));
  await first.open(PERSON);
  await first.typeOffline({ language: 'sql', interview: null });
  const second = new LiveCode(CODE, emptyServer([]));
  second.resume(PERSON.id);
  await vi.waitFor(() => expect(second.store.get().isTypingOffline).toBe(true));
  const { clientID } = second.gate.editing;
  expect([isOwn(clientID), clientID === first.gate.editing.clientID]).toEqual([true, false]);
  await Promise.all([first.destroy(), second.destroy()]);
});

test('deletes the data of an ended interview, but no text that another tab could not send', async () => {
  const [page, other] = [new LiveCode(CODE, emptyServer([])), new LiveCode(CODE, emptyServer([]))];
  await page.open(PERSON);
  await other.open(PERSON);
  page.close();
  other.close();
  await page.typeOffline({ language: 'sql', interview: null });
  page.gate.text.insert(0, '-- in the save');
  other.gate.text.insert(0, '-- in the other tab');
  await page.flush();
  await other.flush();
  expect((await readDeviceRows(PERSON.id)).pending).toHaveLength(2);

  expect(await page.deleteLocalData()).toBe(false);
  expect(await readDeviceRows(PERSON.id)).toMatchObject({ pending: [{}], documents: [{}] });
  expect(await findOrphanedText(CODE, PERSON.id)).toMatchObject({ code: '-- in the other tab' });
  expect(await other.deleteLocalData()).toBe(true);
  expect(await readDeviceRows(PERSON.id)).toEqual({ pending: [], documents: [], runs: [] });
  await Promise.all([page.destroy(), other.destroy()]);
});

const OFFLINE = { language: 'sql', interview: null };

test('does not type offline if the link returned while the disk wrote', async () => {
  const code = new LiveCode(CODE, emptyServer([]));
  await code.open(PERSON);
  code.close();
  const typing = code.typeOffline(OFFLINE);
  await code.open(PERSON);
  expect(await typing).toBe(true);
  expect(code.store.get().isTypingOffline).toBe(false);
  // The copy on the disk is older than the edits that follow, so a later page must not show it.
  await vi.waitFor(async () => expect(await findOfflineDocument(CODE, PERSON.id)).toBeNull());
  await code.destroy();
});

test('records each gap, also if the link drops again early', async () => {
  const noted: string[] = [];
  let isAnswering = false;
  const code = new LiveCode(CODE, {
    ...emptyServer([]),
    update: () => (isAnswering ? Promise.resolve({ ok: true }) : new Promise(() => undefined)),
    noteOffline: (id) => (noted.push(id), Promise.resolve({ ok: true })),
  });
  code.gate.mode = 'instant';
  await code.open(PERSON);
  for (const text of ['first', 'second']) {
    code.close();
    expect(await code.typeOffline(OFFLINE)).toBe(true);
    code.gate.text.insert(0, text);
    isAnswering = text === 'second';
    await code.open(PERSON);
    await vi.waitFor(async () =>
      expect((await findOfflineDocument(CODE, PERSON.id))?.isNoted ?? isAnswering).toBe(true),
    );
  }
  await vi.waitFor(() => expect(new Set(noted).size).toBe(2));
  await vi.waitFor(async () => expect(await findOfflineDocument(CODE, PERSON.id)).toBeNull());
  await code.destroy();
});

/** Ends a page without its last words, so that only its data on the disk is left. */
async function kill(code: LiveCode): Promise<void> {
  code.dropAside = () => undefined;
  await code.flush();
  await code.destroy();
}

test.each(['enter', 'instant'] as const)(
  'brings text that was typed aside to the next page in mode %s',
  async (mode) => {
    const sent: Uint8Array[] = [];
    const server = {
      ...emptyServer([]),
      update: (_id: string, update: string) => (sent.push(fromBase64(update)), Promise.resolve({ ok: true } as const)),
    };
    const first = new LiveCode(CODE, server);
    first.gate.mode = mode;
    await first.open(PERSON);
    first.gate.text.insert(0, 'one\nthree');
    first.close();
    for (const typed of ['thrown', 'tw', 'two\n']) {
      first.typeAside(typed, { from: 'one\n'.length, to: 'one\n'.length });
      if (typed === 'thrown') first.dropAside();
    }
    expect(first.text).toBe('one\nthree');
    await kill(first);

    sent.length = 0;
    const second = new LiveCode(CODE, server);
    await second.open(PERSON);
    await vi.waitFor(() => expect(second.text).toBe('one\ntwo\nthree'));
    await vi.waitFor(() => expect(second.store.get().sync.kind).toBe('saved'));
    const document = new Y.Doc();
    for (const update of sent) Y.applyUpdate(document, update);
    expect(document.getText(SHARED_TEXT).toString()).toBe('one\ntwo\nthree');
    await second.destroy();
  },
);

test('inserts text that was typed aside at its moved place', async () => {
  const code = new LiveCode(CODE, emptyServer([]));
  await code.open(PERSON);
  code.gate.text.insert(0, 'one three');
  code.typeAside('two', { from: 4, to: 9 });
  const peer = new Y.Doc();
  Y.applyUpdate(peer, Y.encodeStateAsUpdate(code.gate.editing));
  peer.getText(SHARED_TEXT).insert(0, 'zero ');
  code.receive(toBase64(Y.encodeStateAsUpdate(peer)));
  code.gate.flush();
  code.receive(toBase64(Y.encodeStateAsUpdate(peer)));
  expect(code.insertAside()).toBe('zero one two'.length);
  expect(code.text).toBe('zero one two');
  expect(code.insertAside()).toBeNull();
  await code.destroy();
});

test('inserts text that was typed aside into the file that was shown', async () => {
  const code = new LiveCode(CODE, emptyServer([]));
  await code.open(PERSON);
  code.gate.text.insert(0, 'first');
  code.gate.file('code2').text.insert(0, 'one three');
  code.shown.set('code2');
  code.typeAside('two', { from: 4, to: 9 });
  code.shown.set(SHARED_TEXT);
  expect(code.insertAside()).toBe('one two'.length);
  expect([code.text, code.textOf('code2')]).toEqual(['first', 'one two']);
  await code.deleteLocalData();
  await code.destroy();
});

test('brings the offline text of every file to the next page, and to a copy', async () => {
  const files = [
    { root: SHARED_TEXT, name: 'main.py' },
    { root: 'code2', name: 'util.py' },
  ];
  const first = new LiveCode(CODE, emptyServer([]));
  await first.open(PERSON);
  first.close();
  expect(await first.typeOffline({ language: 'python', interview: null, files })).toBe(true);
  first.gate.text.insert(0, 'import util');
  first.gate.file('code2').text.insert(0, 'held and\n');
  first.gate.file('code2').text.insert(0, 'held ');
  await kill(first);
  expect(await findOrphanedText(CODE, PERSON.id)).toMatchObject({
    code: 'import util',
    files: [
      { name: 'main.py', content: 'import util' },
      { name: 'util.py', content: 'held held and\n' },
    ],
  });

  const second = new LiveCode(CODE, emptyServer([]));
  await second.open(PERSON);
  await vi.waitFor(() => expect(second.textOf('code2')).toBe('held held and\n'));
  expect(second.text).toBe('import util');
  await vi.waitFor(() => expect(second.store.get().sync.kind).toBe('saved'));
  await second.destroy();
});

test('opens a room without a server, read-only until its user types', async () => {
  const about = () => ({ language: 'python', interview: { room_code: CODE } });
  const first = new LiveCode(CODE, emptyServer([]));
  first.keep(about);
  first.gate.mode = 'instant';
  await first.open(PERSON);
  first.gate.text.insert(0, 'last text');
  await vi.waitFor(() => expect(first.store.get().sync.kind).toBe('saved'));
  await first.flush();
  await vi.waitFor(async () => expect(await findKeptRoom(CODE, PERSON.id)).toMatchObject({ language: 'python' }));
  await first.destroy();

  // A page that reaches the server does not need it.
  const online = new LiveCode(CODE, emptyServer([]));
  online.resume(PERSON.id);
  await online.open(PERSON);
  expect(online.text).toBe('');
  await online.destroy();

  for (const typed of ['', ' and more']) {
    const away = new LiveCode(CODE, emptyServer([]));
    away.resume(PERSON.id, { isAway: true });
    await vi.waitFor(() => expect(away.store.get().hasText).toBe(true));
    expect(away.text).toBe('last text');
    expect(away.store.get().isTypingOffline).toBe(false);
    if (typed !== '') {
      expect(await away.typeOffline(about())).toBe(true);
      away.gate.text.insert('last text'.length, typed);
    }
    await away.flush();
    await away.destroy();
  }
  const last = new LiveCode(CODE, emptyServer([]));
  last.resume(PERSON.id);
  await vi.waitFor(() => expect(last.text).toBe('last text and more'));
  await last.deleteLocalData();
  expect(await readDeviceRows(PERSON.id)).toEqual({ pending: [], documents: [], runs: [] });
  await last.destroy();
});

test('keeps the last typed text, including edits on their way when the network goes', async () => {
  let isAnswering = true;
  const first = new LiveCode(CODE, {
    ...emptyServer([]),
    update: () => (isAnswering ? Promise.resolve({ ok: true }) : new Promise(() => undefined)),
  });
  first.keep(() => OFFLINE);
  first.gate.mode = 'instant';
  await first.open(PERSON);
  first.gate.text.insert(0, 'acknowledged');
  await vi.waitFor(() => expect(first.store.get().sync.kind).toBe('saved'));
  isAnswering = false;
  // Under the same client id, so it is of no use without the first edit.
  first.gate.text.insert('acknowledged'.length, ' and on its way');
  first.close();
  await kill(first);

  const away = new LiveCode(CODE, emptyServer([]));
  away.resume(PERSON.id, { isAway: true });
  await vi.waitFor(() => expect(away.text).toBe('acknowledged and on its way'));
  await away.deleteLocalData();
  await away.destroy();
});
