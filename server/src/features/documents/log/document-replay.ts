import { SHARED_TEXT } from '@cip/contracts/documents';
import type { Selectable } from 'kysely';
import * as Y from 'yjs';
import type { Database } from '../../../platform/database/database.ts';
import { notFound } from '../../../errors.ts';
import { findDocument, readLog, saveSnapshot } from './documents.repository.ts';
import type { DocumentTable } from './documents.table.ts';
import type { LoggedUpdate } from './packed-log.ts';
import { checkState, DocumentWork } from '../yjs/integration-budget.ts';
import { replayOnThread, type StoredLog } from './replay-thread.ts';
import { claimLog, type ClientClaims } from '../yjs/update-guard.ts';

/** Replaying more rows than this is done once; then a snapshot stands for them. */
const SNAPSHOT_EVERY_ROWS = 500;

/** Said of an interview that has no document. */
export const NO_CODE = 'There is no code for this session.';

/** A document as its log has it. */
export interface Replay {
  doc: Y.Doc;
  claims: ClientClaims;
  /** The document's own row, as it was read for the replay. */
  row: Selectable<DocumentTable>;
  /** Rows up to here need not be read again. */
  settledId: number;
  /** What further edits may cost. */
  work: DocumentWork;
}

/**
 * Replays a document from its snapshot and the rows after it into `doc`. Nothing that is not in the database is
 * in the result. Throws `not_found` when there is no such document, and `unreadable` when it would take too long.
 */
export async function replayDocument(db: Database, interviewId: string, doc = new Y.Doc()): Promise<Replay> {
  const row = await findDocument(db, interviewId);
  if (!row) throw notFound(NO_CODE);
  const { updates, rowCount, settledId } = await readLog(db, interviewId, row.through_id);
  const log = { snapshot: row.snapshot, updates, writers: new Map(Object.entries(row.writers).map(byNumber)) };
  const { claims, work, state } = replayShort(doc, log) ?? (await replayLong(doc, log));
  if (rowCount > SNAPSHOT_EVERY_ROWS && settledId > row.through_id)
    await saveSnapshot(db, interviewId, {
      state: state ?? Y.encodeStateAsUpdate(doc),
      throughId: settledId,
      writers: Object.fromEntries(claims),
    });
  return { doc, claims, row, settledId: Math.max(settledId, row.through_id), work };
}

const byNumber = ([client, owner]: [string, string]): [number, string] => [Number(client), owner];

interface Replayed extends Pick<Replay, 'claims' | 'work'> {
  /** The document's state, where it was encoded already. */
  state?: Uint8Array;
}

// Null when the replay belongs on another thread.
function replayShort(doc: Y.Doc, { snapshot, updates, writers }: StoredLog): Replayed | null {
  const replayed = { doc, claims: new Map(writers), work: new DocumentWork() };
  return followShort(replayed, [{ writer: null, bytes: snapshot }, ...updates]) ? replayed : null;
}

async function replayLong(doc: Y.Doc, log: StoredLog): Promise<Replayed> {
  const { state, claims, extra } = await replayOnThread(log);
  checkState(doc, state);
  Y.applyUpdate(doc, state, LOG_ORIGIN);
  return { claims, work: new DocumentWork(extra), state };
}

/**
 * Applies updates of the log in one transaction; what is known already changes nothing. Throws `unreadable`, with some
 * of them applied, when that would take too long.
 */
export function applyLog(
  { doc, claims, work }: Pick<Replay, 'doc' | 'claims' | 'work'>,
  updates: LoggedUpdate[],
): void {
  if (updates.length === 0) return;
  claimLog(claims, updates);
  work.follow(
    doc,
    updates.map(({ bytes }) => bytes),
    LOG_ORIGIN,
  );
}

/** The same as long as it is cheap. Returns false, with some updates applied, when it is not. */
export function followShort(
  { doc, claims, work }: Pick<Replay, 'doc' | 'claims' | 'work'>,
  updates: LoggedUpdate[],
): boolean {
  const isApplied = work.replayShort(
    doc,
    updates.map(({ bytes }) => bytes),
    LOG_ORIGIN,
  );
  if (isApplied) claimLog(claims, updates);
  return isApplied;
}

/** The origin of transactions that replay the log. */
const LOG_ORIGIN = Symbol('log');

/** The text of a document. */
export function textOf(doc: Y.Doc): string {
  // A Y.Text says its text; the lint rule cannot know.
  return doc.getText(SHARED_TEXT).toJSON();
}
