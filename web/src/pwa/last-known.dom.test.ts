import '../testing/fake-indexed-db.ts';
import { QueryClient } from '@tanstack/react-query';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codeQuery, interviewOfRoomQuery } from '../features/interviews/interviews.queries.ts';
import { newOperationId } from '../shared/api/operation-id.ts';
import { LAST_KNOWN_DATABASE } from '../shared/device/storage-keys.ts';
import { forgetAccount, storeAccount } from '../shared/device/stored-account.ts';
import { aCompany } from '../testing/examples.ts';
import { soon } from '../testing/soon.ts';
import { persistLastKnown } from './last-known.ts';

const other = { ...aCompany, id: '0b7c6a0e-0000-4000-8000-00000000000f', name: 'Another Company' };
const LIST = ['interviews', 1];
const room = interviewOfRoomQuery('private-room-abc123def');
const codeOf = codeQuery('some-id');

/** Functions that stop the persistence on each page of the test. */
const stops: (() => void)[] = [];

beforeEach(() => storeAccount({ company: aCompany }, 'token-of-one'));
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  forgetAccount();
  localStorage.clear();
  await soon(async () => expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([]));
});

/** Opens a page of the app: a query cache of its own, on the database that all pages share. */
function openPage(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stops.push(persistLastKnown(client));
  return client;
}

const read = (client: QueryClient, queryKey: readonly unknown[], data: unknown) =>
  client.fetchQuery({ queryKey, queryFn: () => Promise.resolve(data) });

const shows = (client: QueryClient, queryKey: unknown[], data: unknown) =>
  soon(() => expect(client.getQueryData(queryKey)).toEqual(data));

/** Resolves when the database has so many rows. A page has opened it before, which creates it. */
const persisted = (count = 1) =>
  soon(async () => {
    const database = await openDB(LAST_KNOWN_DATABASE);
    const rows = await database.count('rows').finally(() => database.close());
    expect(rows).toBe(count);
  });

/** Resolves after enough time for the database to respond. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

test('restores what was last read, with its time', async () => {
  const first = openPage();
  await read(first, LIST, ['ada']);
  await persisted();
  const next = openPage();
  await shows(next, LIST, ['ada']);
  expect(next.getQueryState(LIST)?.dataUpdatedAt).toBe(first.getQueryState(LIST)?.dataUpdatedAt);
});

test('persists queries that succeeded before it started', async () => {
  const first = new QueryClient();
  await read(first, LIST, ['ada']);
  stops.push(persistLastKnown(first));
  await persisted();
  const next = openPage();
  await soon(() => expect(next.getQueryData(LIST)).toEqual(['ada']));
});

test('persists a list whose account is confirmed while it loads', async () => {
  const first = openPage();
  const reading = first.fetchQuery({ queryKey: LIST, queryFn: () => settle().then(() => ['ada']) });
  storeAccount({
    company: aCompany,
    user: { id: newOperationId(), name: 'Maya', email: 'maya@example.com', role: 'owner' },
  });
  await reading;
  await persisted();
  const next = openPage();
  await soon(() => expect(next.getQueryData(LIST)).toEqual(['ada']));
});

test('keeps newer data than the persisted one', async () => {
  await read(openPage(), LIST, ['old']);
  await persisted();
  const next = new QueryClient();
  next.setQueryData(LIST, ['new'], { updatedAt: Date.now() + 1_000 });
  stops.push(persistLastKnown(next));
  await settle();
  expect(next.getQueryData(LIST)).toEqual(['new']);
});

test('restores data from the future with the present time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 });
  await read(openPage(), LIST, ['old']);
  await settle();
  vi.useRealTimers();
  const unreplied = openPage();
  await shows(unreplied, LIST, ['old']);
  expect(unreplied.getQueryState(LIST)?.dataUpdatedAt).toBeLessThanOrEqual(Date.now());
  const replied = openPage();
  await read(replied, LIST, ['new']);
  await settle();
  expect(replied.getQueryData(LIST)).toEqual(['new']);
});

test('persists lists, figures, scorecards and questions, but no code', async () => {
  const page = openPage();
  await read(page, ['scorecards', 'some-id'], { own: null });
  await read(page, ['scorecards', 'states', 'some-id', 'other-id'], []);
  await read(page, ['interviews', 'search', 'ada'], []);
  await read(page, ['questions', 'interview', 'some-id'], { shown: [] });
  await read(page, ['questions', 'one', 'some-id'], { title: 'Parcels' });
  await read(page, codeOf.queryKey, 'SELECT 1;');
  await read(page, room.queryKey, { code_editor_data: [{ code_content: 'SELECT 1;' }] });
  await read(page, ['subscription'], { plan: null });
  await settle();
  await persisted(3);
  const next = openPage();
  await shows(next, ['subscription'], { plan: null });
  await shows(next, ['scorecards', 'some-id'], { own: null });
  await shows(next, ['questions', 'interview', 'some-id'], { shown: [] });
  expect(next.getQueryData(['scorecards', 'states', 'some-id', 'other-id'])).toBeUndefined();
  expect(next.getQueryData(['questions', 'one', 'some-id'])).toBeUndefined();
  expect(next.getQueryData(codeOf.queryKey)).toBeUndefined();
  expect(next.getQueryData(room.queryKey)).toBeUndefined();
});

test('deletes the code that an earlier release persisted', async () => {
  const first = openPage();
  await read(first, LIST, ['ada']);
  await persisted();
  const database = await openDB(LAST_KNOWN_DATABASE);
  const [row] = await database.getAll('rows');
  await database.put('rows', { ...row, hash: 'room', queryKey: room.queryKey });
  const next = openPage();
  await shows(next, LIST, ['ada']);
  await soon(async () => expect(await database.count('rows')).toBe(1));
  database.close();
  expect(next.getQueryData(room.queryKey)).toBeUndefined();
});

test('deletes everything at a sign-out', async () => {
  await read(openPage(), LIST, ['ada']);
  await persisted();
  forgetAccount();
  storeAccount({ company: aCompany }, 'token-of-one');
  const next = openPage();
  await settle();
  expect(next.getQueryData(LIST)).toBeUndefined();
});

test('shows another account nothing, and deletes the rows of the first', async () => {
  await read(openPage(), LIST, ['ada']);
  await persisted();
  storeAccount({ company: other }, 'token-of-other');
  const next = openPage();
  await settle();
  expect(next.getQueryData(LIST)).toBeUndefined();
  storeAccount({ company: aCompany }, 'token-of-one');
  const again = openPage();
  await settle();
  expect(again.getQueryData(LIST)).toBeUndefined();
});

test('drops a reply that arrives after the account changed', async () => {
  const page = openPage();
  let answer: (data: string[]) => void = () => undefined;
  const asked = page.fetchQuery({ queryKey: LIST, queryFn: () => new Promise<string[]>((done) => (answer = done)) });
  storeAccount({ company: other }, 'token-of-other');
  answer(['of the first company']);
  await asked;
  await settle();
  const next = openPage();
  await settle();
  expect(next.getQueryData(LIST)).toBeUndefined();
});

test('drops a reply from before a sign-out and new sign-in', async () => {
  const page = openPage();
  let answer: (data: string[]) => void = () => undefined;
  const asked = page.fetchQuery({ queryKey: LIST, queryFn: () => new Promise<string[]>((done) => (answer = done)) });
  forgetAccount();
  page.clear();
  storeAccount({ company: aCompany }, 'token-of-one');
  answer(['late']);
  // The cache cancels the query, but its reply may still arrive.
  await asked.catch(() => undefined);
  await settle();
  const next = openPage();
  await settle();
  expect(next.getQueryData(LIST)).toBeUndefined();
});
