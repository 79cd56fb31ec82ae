import type { EditorSettings } from '@cip/contracts/rooms/documents';
import type { ColumnType, Generated } from 'kysely';
import type { Static } from 'typebox';

/** A document as of its last snapshot; the log's rows after `through_id` bring it up to date. */
export interface DocumentTable {
  interview_id: string;
  language: string;
  /** Written as JSON text. */
  editor_settings: ColumnType<Static<typeof EditorSettings> | null, string | null, string | null>;
  snapshot: Uint8Array;
  through_id: Generated<number>;
  /** Participant id by Yjs client id, for the rows the snapshot stands for. Written as JSON text. */
  writers: ColumnType<Record<string, string>, string | undefined, string>;
  saved_text: string;
  /** Whether candidates may change the list of files. */
  files_allowed: Generated<boolean>;
  updated_at: Generated<string>;
}

/** The log of all documents: every acknowledged edit is in it. */
export interface DocumentUpdateTable {
  id: Generated<number>;
  interview_id: string;
  op_id: string;
  participant_id: string | null;
  at: Generated<string>;
  bytes: Uint8Array;
}

/** Completed saves; repeating one changes nothing. */
export interface DocumentSaveTable {
  interview_id: string;
  op_id: string;
  at: Generated<string>;
}

/** When a participant typed without a connection, by the clock of the server. */
export interface OfflineGapTable {
  interview_id: string;
  op_id: string;
  participant_id: string;
  offline_from: string;
  offline_to: string;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    document_saves: DocumentSaveTable;
    documents: DocumentTable;
    document_updates: DocumentUpdateTable;
    offline_gaps: OfflineGapTable;
  }
}
