import { FILE_TEXTS, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import type { Selectable } from 'kysely';
import * as Y from 'yjs';
import type { Database } from '../../../platform/database/database.ts';
import { notFound } from '../../../errors.ts';
import { findDocument, saveSnapshot } from './documents.repository.ts';
import { readLog } from './log.repository.ts';
import type { DocumentTable } from './documents.table.ts';
import { newDocument } from '../yjs/new-document.ts';
import { replayOnThread, type StoredLog } from './replay-thread.ts';
import { EditGuard } from '../yjs/edit-guard.ts';

/** If a replay has more rows than this, it stores a snapshot, so that they need not be replayed again. */
const SNAPSHOT_EVERY_ROWS = 500;
/** The same for the bytes of the rows, because a text of 600 KB may be replaced every few seconds. */
export const SNAPSHOT_EVERY_BYTES = 8 * 1024 * 1024;

/** Message for an interview without a document. */
export const NO_CODE = 'There is no code for this session.';

/** A document as stored in the log. */
export interface Replay {
  doc: Y.Doc;
  /** The door for further edits. */
  guard: EditGuard;
  /** The row of the document, as read for the replay. */
  row: Selectable<DocumentTable>;
  /** Rows up to this id need not be read again. */
  settledId: number;
}

/**
 * Replays a document from its snapshot and the rows after it, and stores a snapshot if there were many; the result has
 * only edits that are in the database. Rejects with `not_found` if there is no such document, with `unreadable` if the
 * replay would take too long.
 */
export async function replayDocument(db: Database, interviewId: string): Promise<Replay> {
  const { isLong, state, ...replay } = await replayInto(db, interviewId, newDocument());
  if (isLong)
    await saveSnapshot(db, interviewId, {
      state: state ?? Y.encodeStateAsUpdate(replay.doc),
      throughId: replay.settledId,
      writers: Object.fromEntries(replay.guard.claims),
    });
  return replay;
}

/**
 * Replays a document, and stores no snapshot because the result may get edits meanwhile. Returns whether a snapshot is
 * due, and rejects like `replayDocument`.
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
  const { guard, state } = tryReplay(doc, log) ?? (await replayInWorker(doc, log));
  const bytes = updates.reduce((sum, update) => sum + update.bytes.length, 0);
  const isLong = (rowCount > SNAPSHOT_EVERY_ROWS || bytes > SNAPSHOT_EVERY_BYTES) && settledId > row.through_id;
  return { doc, guard, row, settledId: Math.max(settledId, row.through_id), isLong, ...(state && { state }) };
}

const byNumber = ([client, owner]: [string, string]): [number, string] => [Number(client), owner];

interface Replayed extends Pick<Replay, 'guard'> {
  /** The encoded state, if it is already known. */
  state?: Uint8Array;
}

// Returns null if the replay is too long for this thread.
function tryReplay(doc: Y.Doc, { snapshot, updates, writers }: StoredLog): Replayed | null {
  const guard = new EditGuard(new Map(writers));
  return guard.tryReplay(doc, [{ writer: null, bytes: snapshot }, ...updates], LOG_ORIGIN) ? { guard } : null;
}

async function replayInWorker(doc: Y.Doc, log: StoredLog): Promise<Replayed> {
  const { state, claims, extra } = await replayOnThread(log);
  const guard = new EditGuard(claims, extra);
  guard.applyState(doc, state, LOG_ORIGIN);
  return { guard, state };
}

/** Origin of transactions that replay the log. */
export const LOG_ORIGIN = Symbol('log');

/** Returns the shared text of a document. */
export function textOf(doc: Y.Doc): string {
  return doc.getText(SHARED_TEXT).toJSON();
}

/** Returns the texts of a document's files by name: all files with a text, and the shared one. */
export function textsOf(doc: Y.Doc): Map<string, string> {
  const names = FILE_TEXTS.filter((name) => name === SHARED_TEXT || doc.share.has(name));
  return new Map(names.map((name) => [name, doc.getText(name).toJSON()]));
}
