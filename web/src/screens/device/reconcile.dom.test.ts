import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { restoreDeviceRows, readDeviceRows } from '../../features/documents/device/device-rows.ts';
import { outbox } from '../../features/outbox/page-outbox.ts';
import { deleteKeptDrafts, readKeptDrafts, writeKeptDrafts } from '../../features/questions/bank/drafts/kept-drafts.ts';
import { forgetAccount, storeAccount } from '../../shared/device/stored-account.ts';
import { resetIndexedDb } from '../../testing/fake-indexed-db.ts';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { addOwner } from './owners.ts';
import { reconcile } from './reconcile.ts';
import { withSealedRows } from './sealed-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SECRET = 'SELECT secret FROM interview';
const USER = 'user-1';
const TOKEN = `x.${btoa(JSON.stringify({ sub: USER }))}.y`;
const newDeviceKey = async () => {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveKey']);
  const { kty, crv, x = '', y = '', d } = await crypto.subtle.exportKey('jwk', privateKey);
  return { kty, crv, x, y, d };
};
const key = await newDeviceKey();

const pending = { scope: `room-1 ${USER}`, tab: 'tab', id: 'edit-1', update: new TextEncoder().encode(SECRET), at: 1 };
const kept = {
  scope: pending.scope,
  gapId: 'gap',
  since: 0,
  state: new TextEncoder().encode(SECRET),
  language: 'sql',
  interview: { room_code: 'room-1', company_name: aCompany.name },
};
const saved = { scope: `room-2 ${USER}`, gapId: 'gap', since: 0, state: kept.state, language: 'sql', interview: null };
const draft = {
  user: USER,
  question: 'new',
  version: null,
  content: { title: SECRET, text: '', guide: '', starters: [], data: null, tests: [], minutes: null, tags: [] },
  at: 1,
};
const run = { scope: pending.scope, id: 'run-1', at: 1, run: { text: SECRET } };
const candidates = { ...pending, scope: 'room-1 candidate-9' };

/** Returns everything in IndexedDB as one text to search. */
async function wholeDisk(): Promise<string> {
  const found: unknown[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const asked = indexedDB.open(name);
      asked.onsuccess = () => resolve(asked.result);
    });
    for (const store of database.objectStoreNames)
      found.push(
        await new Promise((resolve) => {
          const asked = database.transaction(store).objectStore(store).getAll();
          asked.onsuccess = () => resolve(asked.result);
        }),
      );
    database.close();
  }
  return JSON.stringify(found, (_key, value: unknown) =>
    ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value,
  );
}

const signIn = (apiKey: object = key) => {
  serveApi({ 'GET /api/user/device-key': apiKey, 'POST /api/code-editor-data': { status: 503, body: {} } });
  storeAccount({ company: aCompany }, TOKEN);
};

beforeEach(async () => {
  resetIndexedDb();
  signIn();
  await reconcile();
  await outbox.add([
    {
      opId: 'op-12345',
      interviewId: 'i-1',
      roomCode: 'room-1',
      kind: 'save',
      body: { interview_session_id: 'i-1', code_content: SECRET },
    },
  ]);
  await restoreDeviceRows({ documents: [kept, saved], pending: [pending], runs: [run] });
  await writeKeptDrafts([draft]);
});
afterEach(() => {
  vi.useRealTimers();
  forgetAccount();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('leaves no readable account data on the disk after a sign-out', async () => {
  expect(await wholeDisk()).toContain(SECRET);
  forgetAccount();
  await reconcile();

  const disk = await wholeDisk();
  for (const text of [SECRET, aCompany.name, 'room-1', 'room-2', 'i-1']) expect(disk).not.toContain(text);
});

test('restores unsent work when its account signs in again', async () => {
  forgetAccount();
  await reconcile();
  signIn();
  await reconcile();

  expect((await outbox.list()).map(({ opId }) => opId)).toEqual(['op-12345']);
  const { documents, pending: edits, runs } = await readDeviceRows(USER);
  expect(runs).toEqual([run]);
  expect(await readKeptDrafts(USER)).toEqual([draft]);
  expect(edits.map(({ id, update }) => [id, new TextDecoder().decode(update)])).toEqual([['edit-1', SECRET]]);
  // Only the room with unsent edits, because the other one is on the server.
  expect(documents.map(({ scope }) => scope)).toEqual([pending.scope]);
});

test('seals the first account’s data from the next account', async () => {
  addOwner({
    company: aCompany.id,
    user: USER,
    publicKey: { kty: 'EC', crv: 'P-256', x: key.x, y: key.y },
  });
  serveApi({ 'GET /api/user/device-key': await newDeviceKey() });
  storeAccount({ company: { ...aCompany, id: 'company-2' } }, `x.${btoa(JSON.stringify({ sub: 'user-2' }))}.y`);
  await reconcile();

  expect(await wholeDisk()).not.toContain(SECRET);
  expect(await withSealedRows(async ({ rows }) => rows.map(({ user }) => user))).toEqual([USER]);
});

test('leaves a draft written during the sealing for the next start', async () => {
  const [read] = await readKeptDrafts(USER);
  const later = { ...draft, at: 2 };
  await writeKeptDrafts([later]);
  await deleteKeptDrafts(read ? [read] : []);

  expect(await readKeptDrafts(USER)).toEqual([later]);
  forgetAccount();
  await reconcile();
  expect(await readKeptDrafts(USER)).toEqual([]);
});

test('keeps a candidate’s text on this device unchanged', async () => {
  await restoreDeviceRows({ documents: [], pending: [candidates] });
  forgetAccount();
  await reconcile();

  expect((await readDeviceRows('candidate-9')).pending).toHaveLength(1);
});

test('deletes sealed work after 14 days', async () => {
  forgetAccount();
  await reconcile();
  vi.useFakeTimers({ now: Date.now() + 14 * DAY_MS + 1_000, toFake: ['Date'] });
  await reconcile();

  expect(await withSealedRows(async ({ rows }) => rows)).toEqual([]);
});

test('leaves sealed work in place without its key', async () => {
  forgetAccount();
  await reconcile();
  serveApi({ 'GET /api/user/device-key': { status: 503, body: { message: 'away', code: 'unavailable' } } });
  storeAccount({ company: aCompany }, TOKEN);

  await expect(reconcile()).rejects.toThrow('away');
  expect(await withSealedRows(async ({ rows }) => rows)).toHaveLength(1);
});
