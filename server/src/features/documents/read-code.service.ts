import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { cleanCode } from '@cip/contracts/rooms/code-text';
import { DEFAULT_LANGUAGE, type CodeEditorData } from '@cip/contracts/rooms/documents';
import type { FileContent } from '@cip/contracts/rooms/file-contents';
import type { DbContext, DocumentContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { NO_CODE, replayDocument, textsOf } from './log/document-replay.ts';
import * as documents from './log/documents.repository.ts';
import { readContents } from './files/files.service.ts';

/**
 * Returns the code of an interview by replaying its log. For single reads. Rejects with `not_found` if there is none.
 */
export async function replayCode(ctx: DbContext, interviewId: string): Promise<CodeEditorData> {
  const [{ doc, row }, changedAt] = await Promise.all([
    replayDocument(ctx.db, interviewId),
    documents.lastChange(ctx.db, interviewId),
  ]);
  return codeOf(ctx, row, textsOf(doc), changedAt);
}

/** Returns the code of an interview like replayCode, through the replay cache of this node. For repeated reads. */
export async function readCode(ctx: DocumentContext, interviewId: string): Promise<CodeEditorData> {
  const [texts, row, changedAt] = await Promise.all([
    ctx.documents.replayCache.texts(interviewId),
    documents.findHead(ctx.db, interviewId),
    documents.lastChange(ctx.db, interviewId),
  ]);
  if (!row) throw notFound(NO_CODE);
  return codeOf(ctx, row, texts, changedAt);
}

async function codeOf(
  ctx: DbContext,
  head: documents.DocumentHead,
  texts: ReadonlyMap<string, string>,
  changedAt: string | undefined,
): Promise<CodeEditorData> {
  const { interview_id: interviewId, language } = head;
  const contentOf = (root: string) => cleanCode(texts.get(root) ?? '');
  const files = await readContents(ctx, { interviewId, language }, contentOf);
  return {
    interview_session_id: interviewId,
    language,
    code_content: contentOf(SHARED_TEXT),
    cursor_positions: null,
    selection_data: null,
    editor_settings: head.editor_settings,
    last_updated_at: changedAt && changedAt > head.updated_at ? changedAt : head.updated_at,
    ...(files && { files }),
  };
}

/** The text of an interview, and all its files if it has several. */
export interface CurrentCode {
  language: string;
  code: string;
  files?: FileContent[];
}

/**
 * Returns the texts as this node has them at the call, with edits that are not in the log yet, and with the earlier
 * edits of a participant that wait until the files are read.
 */
export async function findCurrentCode(
  ctx: DocumentContext,
  interviewId: string,
  participantId: string,
): Promise<CurrentCode> {
  const document = ctx.documents.find(interviewId) ?? (await ctx.documents.open(interviewId));
  const applied = document.whenApplied(participantId);
  if (applied) await applied;
  const { texts } = document;
  const contentOf = (root: string) => texts.get(root) ?? '';
  const head = await documents.findHead(ctx.db, interviewId);
  const language = head?.language ?? DEFAULT_LANGUAGE;
  const files = await readContents(ctx, { interviewId, language }, contentOf);
  return { language, code: contentOf(SHARED_TEXT), ...(files && { files }) };
}
