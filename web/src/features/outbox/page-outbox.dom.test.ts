import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newOperationId } from '../../shared/api/operation-id.ts';
import { resetIndexedDb } from '../../testing/fake-indexed-db.ts';
import { aCompany, anInterview } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { soon } from '../../testing/soon.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { outbox, outboxEntries, wasDiscarded, watchOutbox } from './page-outbox.ts';

const interviewId = anInterview({}).id;
const badge = { set: vi.fn<(count: number) => Promise<void>>(), clear: vi.fn<() => Promise<void>>() };

beforeEach(() => {
  resetIndexedDb();
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  // The server is unreachable, so added entries wait on this device.
  serveApi({ 'POST /api/code-editor-data': { status: 503, body: {} } });
  badge.set.mockReset().mockResolvedValue();
  badge.clear.mockReset().mockResolvedValue();
  Object.assign(navigator, { setAppBadge: badge.set, clearAppBadge: badge.clear });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'setAppBadge');
  Reflect.deleteProperty(navigator, 'clearAppBadge');
  localStorage.clear();
  vi.unstubAllGlobals();
});

const save = () => ({
  opId: newOperationId(),
  interviewId,
  roomCode: 'private-room-abc123def',
  kind: 'save' as const,
  body: { interview_session_id: interviewId, code_content: 'SELECT 1' },
});

test("shows the number of waiting entries on the app's icon", async () => {
  await outbox.add([save(), save()]);
  await soon(() => expect(badge.set).toHaveBeenLastCalledWith(2));
  const [first, second] = await outbox.list();
  await outbox.discard(first?.sequence ?? 0);
  await soon(() => expect(badge.set).toHaveBeenLastCalledWith(1));
  expect(badge.clear).not.toHaveBeenCalled();
  await outbox.discard(second?.sequence ?? 0);
  await soon(() => expect(badge.clear).toHaveBeenCalled());
  expect(outboxEntries.get()).toEqual([]);
});

const END = `POST /api/interview-sessions/end-by-room/private-room-abc123def?interview_session_id=${interviewId}`;
const LIST = ['interviews', 1];
const isListStale = () => queryClient.getQueryState(LIST)?.isInvalidated;

test('refetches the list of interviews when a waiting end is delivered', async () => {
  queryClient.setQueryData(LIST, { data: [anInterview({})] });
  serveApi({ [END]: { status: 503, body: {} } });
  await outbox.add([{ interviewId, roomCode: 'private-room-abc123def', kind: 'end', opId: newOperationId() }]);
  await outbox.settled();
  expect(isListStale()).toBe(false);
  serveApi({ [END]: { session: anInterview({ status: 'completed' }) } });
  await outbox.flush();
  expect(await outbox.list()).toEqual([]);
  await soon(() => expect(isListStale()).toBe(true));
});

const SAVE_CARD = `PUT /api/interview-sessions/${interviewId}/scorecard`;
const SUBMIT_CARD = `POST /api/interview-sessions/${interviewId}/scorecard/submit`;
const keysOfCards = [
  ['scorecards', interviewId],
  ['scorecards', 'states', interviewId],
  ['scorecards', 'open'],
  LIST,
  ['code', interviewId],
  ['subscription'],
];
const staleKeys = () => keysOfCards.filter((key) => queryClient.getQueryState(key)?.isInvalidated);

test('refetches the scorecard after a draft, and more after its submission', async () => {
  for (const key of keysOfCards) queryClient.setQueryData(key, {});
  const reply = { scorecard: { interview_id: interviewId } };
  serveApi({ [SAVE_CARD]: reply, [SUBMIT_CARD]: reply });
  const about = { interviewId, roomCode: 'private-room-abc123def' };
  const body = { summary: { base: '', value: 'Asks first' } };
  await outbox.add([{ ...about, kind: 'scorecard', body, opId: newOperationId() }]);
  await soon(() => expect(staleKeys()).toEqual([['scorecards', interviewId]]));
  await outbox.add([{ ...about, kind: 'submit-scorecard', opId: newOperationId() }]);
  await soon(() => expect(staleKeys()).toEqual(keysOfCards));
});

test('refetches after an answer once the change no longer waits', async () => {
  const waiting: number[] = [];
  const refetched = vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(() => {
    waiting.push(outboxEntries.get().length);
    return Promise.resolve();
  });
  serveApi({ [SAVE_CARD]: { scorecard: { interview_id: interviewId } } });
  const about = { interviewId, roomCode: 'private-room-abc123def' };
  const body = { summary: { base: '', value: 'Asks first' } };
  await outbox.add([{ ...about, kind: 'scorecard', body, opId: newOperationId() }]);
  await soon(() => expect(waiting).toEqual([0]));
  refetched.mockRestore();
});

test('refetches the list of interviews when another tab delivers an entry', async () => {
  watchOutbox();
  queryClient.setQueryData(LIST, { data: [anInterview({})] });
  queryClient.setQueryData(['scorecards', interviewId], {});
  const otherTab = new BroadcastChannel('outbox');
  otherTab.postMessage({ isAnswered: false });
  otherTab.postMessage(null);
  otherTab.postMessage({ isAnswered: true, affected: [['scorecards', interviewId]] });
  await soon(() => expect(queryClient.getQueryState(['scorecards', interviewId])?.isInvalidated).toBe(true));
  expect(isListStale()).toBe(false);
  // A tab of an earlier version names no queries.
  otherTab.postMessage({ isAnswered: true });
  await soon(() => expect(isListStale()).toBe(true));
  otherTab.close();
});

test('tells other tabs what was discarded, and hears of it', async () => {
  watchOutbox();
  const otherTab = new BroadcastChannel('outbox');
  const heard: unknown[] = [];
  otherTab.addEventListener('message', ({ data }) => heard.push(data));
  otherTab.postMessage({ isAnswered: false, dropped: 'op-1' });
  await soon(async () => expect(await wasDiscarded('op-1')).toBe(true));
  const entry = save();
  await outbox.add([entry]);
  expect(await wasDiscarded(entry.opId)).toBe(false);
  const waiting = (await outbox.list()).find(({ opId }) => opId === entry.opId);
  await outbox.discard(waiting?.sequence ?? 0);
  expect(await wasDiscarded(entry.opId)).toBe(true);
  await soon(() => expect(heard).toContainEqual({ isAnswered: false, dropped: entry.opId }));
  otherTab.close();
});
