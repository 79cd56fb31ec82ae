import { createAtom } from '@tanstack/store';
import { newOperationId } from '../../shared/api/operation-id.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { onAccountChange } from '../../shared/device/stored-account.ts';
import { waitingCount } from '../../shared/device/waiting-count.ts';
import { accountOfPage } from './account-of-page.ts';
import type { Entry, Operation } from './outbox-entry.ts';
import { Outbox } from './outbox.ts';
import { sendEntry } from './send-entry.ts';

const LOCK = 'outbox';
/** The queries that show what a save or an end changes, by the first part of their key. */
const SHOWING = ['interviews', 'code', 'subscription'];
/** The screen waits this long for the server before it says that something is kept here, in milliseconds. */
const OUTCOME_WITHIN_MS = 5_000;

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(LOCK);
/** What waits or was refused, of the signed-in account. */
export const outboxEntries = createAtom<Entry[]>([]);
let reading = 0;

/** The queue of this page; the pages of a device share what is on its disk. */
export const outbox = new Outbox(newOperationId(), {
  account: accountOfPage,
  send: sendEntry,
  alone: (work) => (navigator.locks ? navigator.locks.request(LOCK, work) : work()),
  later: (ms, work) => void setTimeout(work, ms),
  now: () => Date.now(),
  changed: (isAnswered = false) => {
    channel?.postMessage({ isAnswered });
    if (isAnswered) readAgain();
    void refresh();
  },
});

/** Sends what waits now and on every sign that it may succeed, for as long as the page lives; says how much waits. */
export function watchOutbox(): void {
  const send = () => void outbox.flush();
  for (const event of ['online', 'pageshow', 'storage']) window.addEventListener(event, send);
  document.addEventListener('visibilitychange', () => document.hidden || send());
  window.addEventListener('storage', () => void refresh());
  onAccountChange(() => {
    void refresh();
    send();
  });
  channel?.addEventListener('message', ({ data }: MessageEvent<{ isAnswered: boolean } | null>) => {
    // A page of an earlier version sends null.
    if (data?.isAnswered) readAgain();
    void refresh();
  });
  void refresh();
  send();
}

/** What became of an operation: the server has it, refused it, or it waits on this device's disk. */
export type Outcome = { kind: 'sent' | 'waiting' } | { kind: 'refused'; entry: Entry };

/** Keeps an operation on the disk and sends it. Rejects when this device keeps nothing: then nothing was sent either. */
export async function perform(
  about: Pick<Entry, 'interviewId' | 'roomCode'>,
  operation: Operation,
): Promise<Outcome & { opId: string }> {
  const opId = newOperationId();
  await outbox.add([{ ...about, ...operation, opId }]);
  const late = new Promise<void>((resolve) => setTimeout(resolve, OUTCOME_WITHIN_MS));
  await Promise.race([outbox.settled(), late]);
  const entry = await outbox.find(opId);
  if (!entry) return { kind: 'sent', opId };
  return entry.refused ? { kind: 'refused', entry, opId } : { kind: 'waiting', opId };
}

/** Reads again what the screens show of the interviews: the server has changed them. */
function readAgain(): void {
  for (const key of SHOWING) void queryClient.invalidateQueries({ queryKey: [key] });
}

/** Reads the queue again and sends it: entries were put back on this device's disk. */
export function rereadOutbox(): void {
  channel?.postMessage({ isAnswered: false });
  void refresh();
  void outbox.flush();
}

async function refresh(): Promise<void> {
  const nth = ++reading;
  const read = await outbox.list().catch(() => []);
  // A later look has seen more.
  if (nth !== reading) return;
  outboxEntries.set(read);
  waitingCount.set(read.length);
  showBadge(read.length);
}

/** The number on the installed app's icon, where there is one. */
function showBadge(count: number): void {
  const badge = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  badge?.catch(() => undefined);
}
