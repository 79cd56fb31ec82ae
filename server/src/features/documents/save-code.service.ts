import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { cleanCode } from '@cip/contracts/rooms/code-text';
import type { Body } from '@cip/contracts/protocol/endpoint';
import {
  type CodeEditorData,
  type EditorSettings,
  type saveCode as saveCodeCall,
} from '@cip/contracts/rooms/documents';
import * as Y from 'yjs';
import type { DocumentContext, RoomContext } from '../../context.ts';
import { explainLength } from './files/too-long.ts';
import { textOf } from './log/document-replay.ts';
import * as documents from './log/documents.repository.ts';
import * as logs from './log/log.repository.ts';
import type { LiveDocument } from './live/live-document.ts';
import { editOperationId } from './log/update-author.ts';
import { recordEvent } from '../timeline/timeline.service.ts';
import { deltaGrowth, deltaSize, textDelta } from './fulltext/text-delta.ts';
import { guardLength, lengthOf } from './yjs/code-length.ts';
import { showLanguage, storeLanguage } from './documents.service.ts';
import { readCode } from './read-code.service.ts';
import { ended } from '../../errors.ts';

/**
 * Saves a text as an edit of the document, never as its replacement. If there is no `base`, the nearest text that the
 * caller may have seen is the base. A repeated operation returns the current code and changes nothing, however late it
 * comes. A new language is announced to the room. Rejects with `ended` if the interview is not active, `resync` if a
 * given update does not fit, `too_large` if the text merged with edits of others would be too long.
 */
export async function saveCode(
  ctx: RoomContext,
  interviewId: string,
  author: { participantId: string },
  body: Body<typeof saveCodeCall>,
): Promise<CodeEditorData> {
  const opId = body.op_id ?? randomUUID();
  const update = body.update === undefined ? null : Buffer.from(body.update, 'base64');
  const ids = { edit: update ? editOperationId(update) : opId, save: opId };
  const { isLogged, isSaved } = await documents.operationState(ctx.db, interviewId, ids);
  const isOpen = await documents.isOpen(ctx.db, interviewId);
  if (!isOpen && !isLogged && !isSaved) throw ended();
  if (isOpen && !isSaved) {
    const document = await ctx.documents.open(interviewId);
    try {
      // The node that logged it may have died before it told this one, whose text is stored below.
      if (isLogged) await document.catchUp();
      else
        await (update
          ? document.edit(update, { ...author, socketId: null })
          : saveText(ctx, document, { ...author, opId }, body));
    } catch (error) {
      throw await explainLength(ctx, document, error);
    }
    const { language } = body;
    if ((await markSavedOnce(ctx, document, { ...author, opId }, body)) && language !== undefined)
      await showLanguage(ctx, interviewId, language);
  }
  return readCode(ctx, interviewId);
}

interface Operation {
  participantId: string;
  opId: string;
}

/**
 * Returns true if the save changed the language. In one transaction: of two concurrent repeats only one records the
 * save, a repeat after a newer save undoes nothing, and an end, which stores the last text, is not followed by a save.
 */
function markSavedOnce(
  ctx: DocumentContext,
  { interviewId, text }: LiveDocument,
  { participantId, opId }: Operation,
  { language, editor_settings }: Body<typeof saveCodeCall>,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    if (!(await documents.holdOpen(trx, interviewId))) return false;
    if (!(await documents.insertSave(trx, interviewId, opId))) return false;
    // First, because like a change of the language it locks the document before events are recorded.
    await documents.markSaved(trx, interviewId, { text, editorSettings: serialised(editor_settings) });
    await recordEvent(trx, { interviewId, participantId, opId: `saved-${opId}` }, { kind: 'saved', data: {} });
    return language !== undefined && (await storeLanguage(trx, { interviewId, participantId }, language));
  });
}

async function saveText(
  ctx: DocumentContext,
  document: LiveDocument,
  author: Operation,
  body: Body<typeof saveCodeCall>,
): Promise<void> {
  const { interviewId } = document;
  const code = cleanCode(body.code_content);
  const bases = body.base === undefined ? await likelyBases(ctx, document, author) : [cleanCode(body.base)];
  const copy = await document.loggedCopy(author.participantId);
  const current = textOf(copy);
  const edit = editOnto(current, bases, code);
  if (edit.ops.length === 0) return;
  guardLength(lengthOf(copy), deltaGrowth(edit));
  const before = Y.encodeStateVector(copy);
  copy.getText(SHARED_TEXT).applyDelta(edit.ops);
  const update = { interviewId, ...author, bytes: Y.encodeStateAsUpdate(copy, before) };
  // Appended before it is shown, because only one save is new if another node runs the same one concurrently.
  const isNew = await logs.appendUpdate(ctx.db, update);
  if (isNew === null) throw ended();
  if (isNew) document.applyLogged(update);
  else await document.catchUp();
}

async function likelyBases(ctx: DocumentContext, document: LiveDocument, author: { participantId: string }) {
  const row = await documents.findDocument(ctx.db, document.interviewId);
  return [document.text, ...document.textsShownTo(author.participantId), row?.saved_text ?? ''];
}

/** Returns the edit of `current` that stands for changing the nearest of `bases` into `code`. */
function editOnto(current: string, bases: string[], code: string) {
  const [nearest] = bases
    .map((base) => ({ base, edit: textDelta(base, code) }))
    .toSorted((a, b) => deltaSize(a.edit) - deltaSize(b.edit));
  if (!nearest) throw new Error('An edit needs a base.');
  return textDelta(nearest.base, current).transform(nearest.edit, true);
}

function serialised(settings: Static<typeof EditorSettings> | null | undefined): string | undefined {
  return settings ? JSON.stringify(settings) : undefined;
}
