import { Type } from 'typebox';
import { PastRuns } from '../runs/past-runs.ts';
import { Asides } from './asides.ts';
import { LANGUAGE_IDS } from './code-files.ts';
import { FileContents } from './file-contents.ts';
import {
  Closed,
  Code,
  Id,
  LanguageId,
  Line,
  MetCode,
  Moment,
  Name,
  Nullable,
  OneOf,
  OperationId,
} from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_ACCESS } from '../protocol/not-found.ts';
import { ParticipantType } from './rooms.ts';

/** A language that the editor offers. Replies may have others, stored by an earlier version. */
export const OfferedLanguage = OneOf(LANGUAGE_IDS);

export const DEFAULT_LANGUAGE = 'sql';
/** Editor settings as the spec saves them. */
export const EditorSettings = Closed({
  theme: Type.Optional(Line(40)),
  fontSize: Type.Optional(Type.Integer({ minimum: 6, maximum: 72 })),
  minimap: Type.Optional(Type.Union([Type.Boolean(), Closed({ enabled: Type.Boolean() })])),
});

/** The saved code of an interview. */
export const CodeEditorData = Closed({
  interview_session_id: Id,
  language: LanguageId,
  code_content: MetCode,
  cursor_positions: Type.Null(),
  selection_data: Type.Null(),
  editor_settings: Nullable(EditorSettings),
  last_updated_at: Moment,
  files: FileContents,
});
export type CodeEditorData = Type.Static<typeof CodeEditorData>;

const CodeEditorDataReply = Closed({ data: CodeEditorData });

export const getCode = endpoint({
  method: 'GET',
  url: '/code-editor-data/session/:id',
  access: 'interviewer',
  keys: 'read',
  tag: 'Code',
  summary: 'The code of an interview, with what was put aside and, if asked for, its latest runs',
  params: Closed({ id: Id }),
  query: Closed({ with_runs: Type.Optional(Type.Literal('true')) }),
  reply: Closed({ data: CodeEditorData, asides: Asides, runs: Type.Optional(PastRuns) }),
  notFound: NO_ACCESS,
});

/** A period in which a participant typed without a connection; the typed text is in the log after its end. */
const OfflineGap = Closed({
  participant_name: Name,
  participant_type: ParticipantType,
  offline_from: Moment,
  offline_to: Moment,
});
export type OfflineGap = Type.Static<typeof OfflineGap>;

export const listOfflineGaps = endpoint({
  method: 'GET',
  url: '/code-editor-data/session/:id/offline-gaps',
  access: 'interviewer',
  tag: 'Code',
  summary: 'When somebody typed without a connection',
  params: Closed({ id: Id }),
  reply: Closed({ data: Type.Array(OfflineGap, { maxItems: 2_000 }) }),
  notFound: NO_ACCESS,
});

/**
 * Saves the code. On a live room it is an edit, not a replacement: the difference between `base` (the text that this
 * caller last saw; by default the last saved text) and `code_content` is merged into the document. The web client sends
 * the edit itself as `update` (a base64 Yjs update), which is merged instead of a difference. If an `op_id` is
 * repeated, nothing changes.
 */
export const saveCode = endpoint({
  method: 'POST',
  url: '/code-editor-data',
  access: 'interviewer',
  keys: 'write',
  tag: 'Code',
  summary: 'Save the code of an interview',
  body: Closed({
    interview_session_id: Id,
    language: Type.Optional(OfferedLanguage),
    code_content: Code,
    cursor_positions: Type.Optional(Type.Null()),
    selection_data: Type.Optional(Type.Null()),
    editor_settings: Type.Optional(Nullable(EditorSettings)),
    op_id: Type.Optional(OperationId),
    base: Type.Optional(Code),
    update: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$', maxLength: 900_000 })),
  }),
  reply: CodeEditorDataReply,
});
