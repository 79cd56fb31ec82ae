import '../../testing/fake-indexed-db.ts';
import { QueryClient } from '@tanstack/react-query';
import { deleteDB } from 'idb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDeviceRows } from '../../features/documents/device/device-rows.ts';
import { OutboxStore } from '../../features/outbox/outbox-store.ts';
import { readKeptDrafts, writeKeptDrafts } from '../../features/questions/bank/drafts/kept-drafts.ts';
import { persistLastKnown } from '../../pwa/last-known.ts';
import { loadShared } from '../../pwa/shared-text.ts';
import { forgetAccount, storeAccount, storedOwner } from '../../shared/device/stored-account.ts';
import { aCompany } from '../../testing/examples.ts';
import { soon } from '../../testing/soon.ts';
import { withSealedRows } from './sealed-store.ts';

const USER = 'user-1';
const scope = `room-1 ${USER}`;
const bytes = new Uint8Array([1, 2, 3]);

/** A store as the release of November 2026 made it, with its rows; if a row has no key in it, the key is beside it. */
type Store = [name: string, options: IDBObjectStoreParameters, rows: unknown[], key?: string];

/** Makes a database by the browser's own interface, so that no code of this release takes part. */
async function fill(name: string, version: number, stores: Store[]): Promise<void> {
  const opening = indexedDB.open(name, version);
  opening.onupgradeneeded = () => {
    for (const [store, options, rows, key] of stores) {
      const made = opening.result.createObjectStore(store, options);
      if (store === 'pending') made.createIndex('scope', 'scope');
      for (const row of rows) made.add(row, key);
    }
  };
  await new Promise<void>((resolve, reject) => {
    opening.onsuccess = () => resolve();
    opening.onerror = () => reject(opening.error ?? new Error('not opened'));
  });
  opening.result.close();
}

const pending = { scope, tab: 'tab', id: 'edit-1', update: bytes, at: 1 };
const document = { scope, gapId: 'gap', since: 0, state: bytes, language: 'sql', interview: { room_code: 'room-1' } };
const run = { scope, id: 'run-1', at: 1, run: { text: 'SELECT 1' } };
const EDITS: Store = ['pending', { keyPath: ['scope', 'tab', 'id'] }, [pending]];
const DOCUMENTS: Store = ['documents', { keyPath: 'scope' }, [document]];
const RUNS: Store = ['runs', { keyPath: ['scope', 'id'] }, [run]];

beforeEach(() => storeAccount({ company: aCompany }, 'token'));
afterEach(async () => {
  forgetAccount();
  localStorage.clear();
  for (const { name = '' } of await indexedDB.databases()) await deleteDB(name);
});

/** Returns a value with its bytes as lists, because the byte arrays of the fake disk are of another realm. */
const readable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, part: unknown) => {
      if (Object.prototype.toString.call(part) === '[object ArrayBuffer]')
        return [...new Uint8Array(part as ArrayBuffer)];
      return ArrayBuffer.isView(part) ? [...new Uint8Array(part.buffer, part.byteOffset, part.byteLength)] : part;
    }),
  );

test.each([
  [1, [EDITS], { pending: [pending], documents: [], runs: [] }],
  [2, [EDITS, DOCUMENTS], { pending: [pending], documents: [document], runs: [] }],
  [3, [EDITS, DOCUMENTS, RUNS], { pending: [pending], documents: [document], runs: [run] }],
])('finds code from a release with version %s of its database', async (version, stores, rows) => {
  await fill('code-interviews', version, stores);
  expect(readable(await readDeviceRows(USER))).toEqual(readable(rows));
});

test('finds drafts of an earlier release under the same keys', async () => {
  const drafts = ['new', 'question-1'].map((question, at) => ({
    user: USER,
    question,
    version: null,
    content: { title: 'A', text: 'B', guide: 'C', starters: [], data: null, tests: [], minutes: null, tags: ['sql'] },
    at,
  }));
  const others = drafts.map((draft) => ({ ...draft, user: 'user-2' }));
  await fill('question-drafts', 1, [['drafts', { keyPath: ['user', 'question'] }, [...drafts, ...others]]]);
  expect(await readKeptDrafts(USER)).toEqual(drafts);

  const again = drafts.map((draft) => ({ ...draft, at: 9 }));
  await writeKeptDrafts(again);
  expect([await readKeptDrafts(USER), await readKeptDrafts('user-2')]).toEqual([again, others]);
});

test('finds queued saves of an earlier release, and continues their numbers', async () => {
  const entry = {
    opId: 'op-1',
    interviewId: 'i-1',
    roomCode: 'room-1',
    kind: 'save' as const,
    body: { interview_session_id: 'i-1', code_content: 'SELECT 1' },
    company: aCompany.id,
    user: USER,
    client: 'page',
    at: 1,
    attempts: 0,
  };
  await fill('outbox', 1, [['entries', { keyPath: 'sequence', autoIncrement: true }, [entry, entry]]]);
  const store = new OutboxStore();
  await store.add([entry]);
  expect(await store.all()).toEqual([1, 2, 3].map((sequence) => ({ ...entry, sequence })));
  await store.close();
});

test('finds lists, shared text and sealed work of earlier releases', async () => {
  const queryKey = ['interviews', 1];
  const row = { owner: storedOwner(), hash: JSON.stringify(queryKey), queryKey, data: { rows: [] }, at: 1 };
  await fill('last-known', 1, [['rows', { keyPath: ['owner', 'hash'] }, [row]]]);
  const shared = { name: 'a.sql', text: 'SELECT 1', at: Date.now() };
  await fill('shared-text', 1, [['shared', {}, [shared], 'latest']]);
  const sealed = { user: USER, at: 1, sealedWith: { kty: 'EC' }, iv: bytes, bytes: bytes.buffer };
  await fill('sealed', 1, [['rows', { autoIncrement: true }, [sealed]]]);

  const client = new QueryClient();
  const stop = persistLastKnown(client);
  await soon(() => expect(client.getQueryData(queryKey)).toEqual(row.data));
  stop();
  expect(await loadShared()).toEqual(shared);
  const found = await withSealedRows(async ({ rows }) => rows);
  expect(readable(found)).toEqual(readable([{ ...sealed, number: 1 }]));
});
