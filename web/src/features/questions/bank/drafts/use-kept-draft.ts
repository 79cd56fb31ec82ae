import type { Question, QuestionContent } from '@cip/contracts/questions/questions';
import { useEffect, useState } from 'react';
import { whenRestored } from '../../../../shared/device/device-data.ts';
import { logProblem } from '../../../../shared/log.ts';
import { deleteKeptDraft, deleteKeptDrafts, readKeptDrafts, writeKeptDrafts } from './kept-drafts.ts';
import type { KeptDraft } from './kept-drafts.ts';
import { contentOf } from '../form/question-draft.ts';
import type { QuestionParts } from '../question-parts.ts';

/** A draft is written to the device if nothing was typed for this long, in milliseconds. */
const KEEP_AFTER_MS = 700;

interface KeptDraftOptions {
  parts: QuestionParts;
  /** Null for a new question. */
  stored: Question | null;
  draft: QuestionContent;
  isDirty: boolean;
  isSaving: boolean;
}

/**
 * Keeps the draft of a question on this device until it is saved or discarded, because if a sign-in has ended, the page
 * goes away without a question. Returns the draft that an earlier page left, until `settle` is called.
 */
export function useKeptDraft({ parts: { draftOwner }, stored, draft, isDirty, isSaving }: KeptDraftOptions) {
  const [user] = useState(draftOwner);
  const question = stored?.id ?? 'new';
  const version = stored?.version ?? null;
  const [opened] = useState(stored);
  // Undefined until this device is read, so that a draft that waits for an answer is not overwritten.
  const [left, setLeft] = useState<KeptDraft | null>();
  useEffect(() => {
    if (user === null) return;
    let isGone = false;
    const find = async () => {
      const kept = (await readKeptDrafts(user)).find((each) => each.question === (opened?.id ?? 'new'));
      // If they are equal, the page went before it knew that its save had succeeded.
      const isStored = kept && opened && JSON.stringify(kept.content) === JSON.stringify(contentOf(opened));
      if (isStored) await deleteKeptDrafts([kept]);
      return kept && !isStored ? kept : null;
    };
    void whenRestored()
      .then(find)
      .catch(nowhere)
      .then((found) => isGone || setLeft(found ?? null));
    return () => {
      isGone = true;
    };
  }, [user, opened]);
  const keeper = left === null && isDirty ? user : null;
  useEffect(() => {
    if (keeper === null) return;
    const write = () => {
      writeKeptDrafts([{ user: keeper, question, version, content: draft, at: Date.now() }]).catch(nowhere);
    };
    // Immediately during a save, because the reply may end the sign-in, and with it the page.
    const timer = setTimeout(write, isSaving ? 0 : KEEP_AFTER_MS);
    window.addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', write);
    };
  }, [keeper, question, version, draft, isSaving]);
  useEffect(() => {
    if (keeper === null) return;
    return () => {
      // It was saved, or the user chose to leave. If the sign-in has ended, there was no choice and the draft stays.
      if (draftOwner() === keeper) deleteKeptDraft(keeper, question).catch(nowhere);
    };
  }, [keeper, question, draftOwner]);
  return { left: left ?? null, settle: () => setLeft(null) };
}

/** Deletes a draft that the user does not want back. */
export function discardKeptDraft({ user, question }: KeptDraft): void {
  deleteKeptDraft(user, question).catch(nowhere);
}

/** Logs that the device refuses storage. */
function nowhere(error: unknown): void {
  logProblem('What is typed into the question is not kept on this device', error);
}
