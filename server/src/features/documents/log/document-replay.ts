import { SHARED_TEXT } from '@cip/contracts/rooms/documents';
import type { Selectable } from 'kysely';
import * as Y from 'yjs';
import type { Database } from '../../../platform/database/database.ts';
import { notFound } from '../../../errors.ts';
import { findDocument, readLog, saveSnapshot } from './documents.repository.ts';
import type { DocumentTable } from './documents.table.ts';
import type { LoggedUpdate } from './packed-log.ts';
import { checkState, IntegrationBudget } from '../yjs/integration-budget.ts';
import { newDocument } from '../yjs/new-document.ts';
import { replayOnThread, type StoredLog } from './replay-thread.ts';
import { claimLog, type ClientClaims } from '../yjs/client-claims.ts';

/** A replay of more rows than this stores a snapshot, so that they need not be replayed again. */
const SNAPSHOT_EVERY_ROWS = 500;
/** The same for the bytes of the rows: a text of 600 KB may be replaced every few seconds. */
export const SNAPSHOT_EVERY_BYTES = 8 * 1024 * 1024;

/** Message for an interview without a document. */
export const NO_CODE = 'There is no code for this session.';

/** A document as stored in the log. */
export interface Replay {
  doc: Y.Doc;
  claims: ClientClaims;
  /** The row of the document, as read for the replay. */
  row: Selectable<DocumentTable>;
  /** Rows up to this id need not be read again. */
  settledId: number;
  /** The budget for further edits. */
  budget: IntegrationBudget;
}

/**
 * Replays a document from its snapshot and the rows after it, and stores a snapshot when there were many; the result has
 * only edits that are in the database. Rejects with `not_found` when there is no such document, with `unreadable` when the
 * replay would take too long.
 */
export async function replayDocument(db: Database, interviewId: string): Promise<Replay> {
  const { isLong, state, ...replay } = await replayInto(db, interviewId, newDocument());
  if (isLong)
    await saveSnapshot(db, interviewId, {
      state: state ?? Y.encodeStateAsUpdate(replay.doc),
      throughId: replay.settledId,
      writers: Object.fromEntries(replay.claims),
    });
  return replay;
}

/**
 * Replays a document into one that may get edits meanwhile, and so into no snapshot. Returns whether a snapshot is due,
 * and rejects as `replayDocument` does.
 */
export async function replayInto(
  db: Database,
  interviewId: string,
  doc: Y.Doc,
): Promise<Replay & { isLong: boolean; state?: Uint8Array }> {
  const row = await findDocument(db, interviewId);
  if (!row) throw notFound(NO_CODE);
  const { updates, rowCount, settledId } = await readLog(db, interviewId, row.through_id);
  const log = { snapshot: row.snapshot, updates, writers: new Map(Object.entries(row.writers).map(byNumber)) };
  const { claims, budget, state } = tryReplay(doc, log) ?? (await replayInWorker(doc, log));
  const bytes = updates.reduce((sum, update) => sum + update.bytes.length, 0);
  const isLong = (rowCount > SNAPSHOT_EVERY_ROWS || bytes > SNAPSHOT_EVERY_BYTES) && settledId > row.through_id;
  return { doc, claims, row, settledId: Math.max(settledId, row.through_id), budget, isLong, ...(state && { state }) };
}

const byNumber = ([client, owner]: [string, string]): [number, string] => [Number(client), owner];

interface Replayed extends Pick<Replay, 'claims' | 'budget'> {
  /** The encoded state, when it is already known. */
  state?: Uint8Array;
}

// Returns null when the replay is too long for this thread.
function tryReplay(doc: Y.Doc, { snapshot, updates, writers }: StoredLog): Replayed | null {
  const replayed = { doc, claims: new Map(writers), budget: new IntegrationBudget() };
  return tryApplyLog(replayed, [{ writer: null, bytes: snapshot }, ...updates]) ? replayed : null;
}

async function replayInWorker(doc: Y.Doc, log: StoredLog): Promise<Replayed> {
  const { state, claims, extra } = await replayOnThread(log);
  checkState(doc, state);
  Y.applyUpdate(doc, state, LOG_ORIGIN);
  return { claims, budget: new IntegrationBudget(extra), state };
}

/**
 * Applies updates of the log in one transaction; known updates change nothing. Throws `unreadable`, with some of them
 * applied, when that would take too long.
 */
export function applyLog(
  { doc, claims, budget }: Pick<Replay, 'doc' | 'claims' | 'budget'>,
  updates: LoggedUpdate[],
): void {
  if (updates.length === 0) return;
  claimLog(claims, updates);
  budget.apply(
    doc,
    updates.map(({ bytes }) => bytes),
    LOG_ORIGIN,
  );
}

/** Applies updates like applyLog while they are cheap. Returns false, with some updates applied, when they are not. */
export function tryApplyLog(
  { doc, claims, budget }: Pick<Replay, 'doc' | 'claims' | 'budget'>,
  updates: LoggedUpdate[],
): boolean {
  const isApplied = budget.tryReplay(
    doc,
    updates.map(({ bytes }) => bytes),
    LOG_ORIGIN,
  );
  if (isApplied) claimLog(claims, updates);
  return isApplied;
}

/** Origin of transactions that replay the log. */
const LOG_ORIGIN = Symbol('log');

/** Returns the text of a document. */
export function textOf(doc: Y.Doc): string {
  return doc.getText(SHARED_TEXT).toJSON();
}
