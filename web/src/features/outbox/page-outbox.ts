import type { QueryKey } from '@tanstack/react-query';
import { createAtom } from '@tanstack/store';
import { newOperationId } from '../../shared/api/operation-id.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { onAccountChange } from '../../shared/device/stored-account.ts';
import { showBadge } from '../../shared/device/app-badge.ts';
import { waitingCount } from '../../shared/device/waiting-count.ts';
import { accountOfPage } from './account-of-page.ts';
import type { Author, Entry, Operation } from './outbox-entry.ts';
import { Outbox } from './outbox.ts';
import { sendEntry } from './send-entry.ts';
import { pause } from '../../shared/pause.ts';

const LOCK = 'outbox';
/** The queries that an entry may change, if nothing more is known. */
const AFFECTED: QueryKey[] = [['interviews'], ['code'], ['subscription'], ['scorecards']];
/** The screen waits this long for the server before it shows that an operation waits, in milliseconds. */
const OUTCOME_WITHIN_MS = 5_000;

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(LOCK);
/** The waiting and the refused entries of the signed-in account. */
export const outboxEntries = createAtom<Entry[]>([]);
/** The operations that the user discarded since this page was loaded; their entries are gone. */
const discarded = new Set<string>();
/** How many of them `outboxEntries` lacks by now. */
export const discards = createAtom(0);
let reading = 0;
let refreshed = Promise.resolve();

/** The outbox of this page; all pages of a device share the entries on its disk. */
export const outbox = new Outbox(newOperationId(), {
  account: accountOfPage,
  send: sendEntry,
  alone: (work) => (navigator.locks ? navigator.locks.request(LOCK, work) : work()),
  later: (ms, work) => void setTimeout(work, ms),
  now: () => Date.now(),
  changed: ({ answered, discarded: dropped } = {}) => {
    const affected = answered && affectedBy(answered);
    if (dropped !== undefined) discarded.add(dropped);
    channel?.postMessage({ isAnswered: answered !== undefined, affected, dropped });
    void refresh().then(() => affected && refetch(affected));
  },
});

/** Flushes now and whenever it may succeed, and updates the entries, for as long as the page lives. */
export function watchOutbox(): void {
  const send = () => void outbox.flush();
  for (const event of ['online', 'pageshow', 'storage']) window.addEventListener(event, send);
  document.addEventListener('visibilitychange', () => document.hidden || send());
  window.addEventListener('storage', () => void refresh());
  onAccountChange(() => {
    void refresh();
    send();
  });
  channel?.addEventListener(
    'message',
    ({ data }: MessageEvent<{ isAnswered: boolean; affected?: QueryKey[]; dropped?: string } | null>) => {
      if (data?.dropped !== undefined) discarded.add(data.dropped);
      // A page of an earlier version sends null, or no keys.
      void refresh().then(() => data?.isAnswered && refetch(data.affected ?? AFFECTED));
    },
  );
  void refresh();
  send();
}

/** The outcome of an operation: the server has it, refused it, or it waits on this device's disk. */
export type Outcome = { kind: 'sent' | 'waiting' } | { kind: 'refused'; entry: Entry };

/** The interview of an operation. */
type About = Pick<Entry, 'interviewId' | 'roomCode'>;

/** Adds an operation and sends it. Rejects if this device refuses storage; then nothing was sent. */
export async function perform(about: About, operation: Operation): Promise<Outcome & { opId: string }> {
  const opId = await enqueue(about, operation);
  return { ...(await outcomeOf(opId)), opId };
}

/** Adds an operation; resolves to its id once it is on the disk. Rejects if this device refuses storage. */
export async function enqueue(about: About, operation: Operation, author?: Author | null): Promise<string> {
  const opId = newOperationId();
  await outbox.add([{ ...about, ...operation, opId }], author);
  return opId;
}

/** Resolves to the outcome of an added operation; it waits for the server for a few seconds. */
export async function outcomeOf(opId: string): Promise<Outcome> {
  const late = pause(OUTCOME_WITHIN_MS);
  await Promise.race([outbox.settled(), late]);
  return outcomeNow(opId);
}

/** Resolves to the outcome of an operation that waits, once the server has answered it. */
export function answerOf(opId: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const look = async () => {
      const outcome = await outcomeNow(opId);
      if (outcome.kind === 'waiting') return;
      unsubscribe();
      resolve(outcome);
    };
    // If the disk does not respond, the next change of the entries looks again.
    const tryLook = () => void look().catch(() => undefined);
    const { unsubscribe } = outboxEntries.subscribe(tryLook);
    tryLook();
  });
}

async function outcomeNow(opId: string): Promise<Outcome> {
  const entry = await outbox.find(opId);
  if (!entry) return { kind: 'sent' };
  return entry.refused ? { kind: 'refused', entry } : { kind: 'waiting' };
}

/** Resolves to true if the user discarded an operation; `outboxEntries` lacks it by then. */
export async function wasDiscarded(opId: string): Promise<boolean> {
  if (!discarded.has(opId)) return false;
  await refreshed;
  return true;
}

/**
 * Returns the keys of the queries that an answered entry may have changed. A draft is saved at each pause in typing.
 */
function affectedBy({ kind, interviewId }: Entry): QueryKey[] {
  return kind === 'scorecard' ? [['scorecards', interviewId]] : AFFECTED;
}

function refetch(keys: QueryKey[]): void {
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
}

/** Reloads and flushes the outbox after entries were restored on this device's disk. */
export function reloadOutbox(): void {
  channel?.postMessage({ isAnswered: false });
  void refresh();
  void outbox.flush();
}

/**
 * Reads the entries again; resolves once the page has them. An answered entry is gone before its queries are refetched,
 * because a reply that arrives while a change waits counts as older than the change.
 */
function refresh(): Promise<void> {
  refreshed = readEntries(++reading);
  return refreshed;
}

async function readEntries(nth: number): Promise<void> {
  const read = await outbox.list().catch(() => []);
  // A later refresh reads newer entries.
  if (nth !== reading) return refreshed;
  outboxEntries.set(read);
  discards.set(discarded.size);
  waitingCount.set(read.length);
  showBadge('outbox', read.length);
}
