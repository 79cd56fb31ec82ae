import type { Question, QuestionContent } from '@cip/contracts/questions/questions';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useUnsaved } from '../../../../shared/device/unsaved.ts';
import { useAction } from '../../../../shared/form/use-action.ts';
import { toast } from '../../../../shared/ui/feedback/toast-store.ts';
import { questionQuery, saveQuestion } from '../../questions.queries.ts';
import { saveAfterLost } from '../../save-after-lost.ts';
import { contentOf, NEW_QUESTION, problemOf } from '../form/question-draft.ts';
import type { QuestionParts } from '../question-parts.ts';

interface QuestionDraft {
  /** Null for a new question. */
  question: Question | null;
  parts: QuestionParts;
  /** Called once a new question is stored. */
  onCreated: ((id: string) => void) | undefined;
}

/** Holds the text typed into the form of a question, and saves it. */
export function useQuestionDraft({ question, parts, onCreated }: QuestionDraft) {
  const queries = useQueryClient();
  // The version that the draft began from, so that saving fails if a colleague has stored a newer one, instead of
  // overwriting it.
  const [stored, setStored] = useState(question);
  const [draft, setDraft] = useState(() => (question ? contentOf(question) : NEW_QUESTION));
  const [saved, setSaved] = useState(draft);
  const [generation, setGeneration] = useState(0);
  const [saveOver] = useState(() => saveAfterLost(saveQuestion));
  const isDirty = draft !== saved;
  useUnsaved(isDirty);
  const save = useAction({
    run: async () => {
      const problem = problemOf(draft, parts);
      if (problem !== null) throw new Error(problem);
      return { sent: draft, latest: await saveOver(stored, draft) };
    },
    success: ({ sent, latest }) => {
      // Text that was typed since then is not saved yet.
      setSaved(sent);
      setStored(latest);
      queries.setQueryData(questionQuery(latest.id).queryKey, latest);
      if (stored === null) onCreated?.(latest.id);
      toast('good', 'Question saved');
      return null;
    },
    failure: () => problemOf(draft, parts) ?? 'The question could not be saved.',
  });
  useSaveKey(save);
  const change = (part: Partial<QuestionContent>) => setDraft((content) => ({ ...content, ...part }));
  const restart = (content: QuestionContent) => {
    // Not merged, because solutions are absent from a content without any.
    setDraft(content);
    setGeneration((count) => count + 1);
  };
  return { draft, change, restart, generation, save, stored, isDirty };
}

/** Control or ⌘ with S saves, instead of opening the browser's dialog. */
function useSaveKey({ busy, start }: { busy: boolean; start: () => void }): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      if (!busy && !event.repeat) start();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
