import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newOperationId } from '../shared/api/operation-id.ts';
import { forgetAccount, storeAccount } from '../shared/device/stored-account.ts';
import { aCompany } from '../testing/examples.ts';
import { keepLastKnown } from './last-known.ts';

const other = { ...aCompany, id: '0b7c6a0e-0000-4000-8000-00000000000f', name: 'Another Company' };
const LIST = ['interviews', 1];

/** Stops keeping on every page of the test. */
const stops: (() => void)[] = [];

beforeEach(() => storeAccount({ company: aCompany }, 'token-of-one'));
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  forgetAccount();
  localStorage.clear();
  await vi.waitFor(async () => expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([]));
});

/** A page of the app: a cache of its own over the device's database. */
function openPage(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stops.push(keepLastKnown(client));
  return client;
}

const read = (client: QueryClient, queryKey: unknown[], data: unknown) =>
  client.fetchQuery({ queryKey, queryFn: () => Promise.resolve(data) });

const shows = (client: QueryClient, queryKey: unknown[], data: unknown) =>
  vi.waitFor(() => expect(client.getQueryData(queryKey)).toEqual(data));

/** Long enough for the database to answer. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

test('the next page shows what was last read, with the time it was read', async () => {
  const first = openPage();
  await read(first, LIST, ['ada']);
  await settle();
  const next = openPage();
  await shows(next, LIST, ['ada']);
  expect(next.getQueryState(LIST)?.dataUpdatedAt).toBe(first.getQueryState(LIST)?.dataUpdatedAt);
});

test('what was read before this came is kept too', async () => {
  const first = new QueryClient();
  await read(first, LIST, ['ada']);
  stops.push(keepLastKnown(first));
  await settle();
  const next = openPage();
  await settle();
  expect(next.getQueryData(LIST)).toEqual(['ada']);
});

test('an account that is confirmed while its list is on the way keeps it', async () => {
  const first = openPage();
  const reading = first.fetchQuery({ queryKey: LIST, queryFn: () => settle().then(() => ['ada']) });
  storeAccount({
    company: aCompany,
    user: { id: newOperationId(), name: 'Maya', email: 'maya@example.com', role: 'owner' },
  });
  await reading;
  await settle();
  const next = openPage();
  await settle();
  expect(next.getQueryData(LIST)).toEqual(['ada']);
});

test('what is newer is not replaced', async () => {
  await read(openPage(), LIST, ['old']);
  await settle();
  const next = new QueryClient();
  next.setQueryData(LIST, ['new'], { updatedAt: Date.now() + 1_000 });
  stops.push(keepLastKnown(next));
  await settle();
  expect(next.getQueryData(LIST)).toEqual(['new']);
});

test('nothing but lists and figures is kept, no code above all', async () => {
  const page = openPage();
  await read(page, ['code', 'some-id'], 'SELECT 1;');
  await read(page, ['room', 'private-room-abc123def'], { code: 'SELECT 1;' });
  await read(page, ['subscription'], { plan: null });
  await settle();
  const next = openPage();
  await shows(next, ['subscription'], { plan: null });
  expect(next.getQueryData(['code', 'some-id'])).toBeUndefined();
  expect(next.getQueryData(['room', 'private-room-abc123def'])).toBeUndefined();
});

test('a sign-out leaves nothing', async () => {
  await read(openPage(), LIST, ['ada']);
  await settle();
  forgetAccount();
  storeAccount({ company: aCompany }, 'token-of-one');
  const next = openPage();
  await settle();
  expect(next.getQueryData(LIST)).toBeUndefined();
});

test('another account on the device is shown nothing, and what was there is gone', async () => {
  await read(openPage(), LIST, ['ada']);
  await settle();
  storeAccount({ company: other }, 'token-of-other');
  const next = openPage();
  await settle();
  expect(next.getQueryData(LIST)).toBeUndefined();
  storeAccount({ company: aCompany }, 'token-of-one');
  const again = openPage();
  await settle();
  expect(again.getQueryData(LIST)).toBeUndefined();
});

test('a reply that comes after the account changed is nobody’s', async () => {
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

test('a reply that comes after the sign-out and sign-in of the same account is not kept either', async () => {
  const page = openPage();
  let answer: (data: string[]) => void = () => undefined;
  const asked = page.fetchQuery({ queryKey: LIST, queryFn: () => new Promise<string[]>((done) => (answer = done)) });
  forgetAccount();
  page.clear();
  storeAccount({ company: aCompany }, 'token-of-one');
  answer(['late']);
  // The cache gives up what was asked; the network may answer all the same.
  await asked.catch(() => undefined);
  await settle();
  const next = openPage();
  await settle();
  expect(next.getQueryData(LIST)).toBeUndefined();
});
