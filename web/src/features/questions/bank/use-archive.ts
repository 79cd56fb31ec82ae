import type { importQuestions as importCall } from '@cip/contracts/questions/questions';
import type { Reply } from '@cip/contracts/protocol/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '../../../shared/device/save-file.ts';
import { useAction } from '../../../shared/form/use-action.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { QUESTION_ARCHIVE_MAX } from '../question-limits.ts';
import { addLibrary, downloadQuestions, importQuestions, removeLibrary } from './archive.calls.ts';

/** A file of an archive that is no question. */
export type SkippedFile = NonNullable<Reply<typeof importCall>['skipped']>[number];

type Report = { tone: 'good' | 'bad'; text: string } | null;
const report = (outcome: Report) => outcome && toast(outcome.tone, outcome.text);

/** The import and the export of all questions; the reason why nothing was imported is its `problem`. */
export function useArchive() {
  const queries = useQueryClient();
  const [skipped, setSkipped] = useState<SkippedFile[]>([]);
  const load = useAction({
    run: async (file: File) => {
      setSkipped([]);
      const imported = await importQuestions(file);
      setSkipped(imported.skipped ?? []);
      return imported;
    },
    success: describe,
    failure: unreadable,
    report: (outcome) => outcome?.tone === 'good' && toast('good', outcome.text),
    onSettled: () => queries.invalidateQueries({ queryKey: ['questions'] }),
  });
  const save = useAction({
    run: async () => saveFile(await downloadQuestions(), 'questions.zip'),
    failure: () => 'The questions could not be exported.',
    report,
  });
  return { load, save, skipped };
}

/** The answers to the offer of the first library, and its removal. */
export function useLibrary(onSettled?: () => void) {
  const queries = useQueryClient();
  const onAnswered = async () => {
    await queries.invalidateQueries({ queryKey: ['questions'] });
    onSettled?.();
  };
  const add = useAction({
    run: addLibrary,
    success: describe,
    failure: () => 'The questions could not be added.',
    report,
    onSettled: onAnswered,
  });
  const remove = useAction({
    run: removeLibrary,
    failure: () => 'The questions could not be removed.',
    report,
    onSettled: onAnswered,
  });
  return { add, remove };
}

function unreadable({ size }: File): string {
  if (size <= QUESTION_ARCHIVE_MAX) return 'The file could not be read.';
  return `The file is too large: at most ${QUESTION_ARCHIVE_MAX / 2 ** 20} MB.`;
}

/** Returns "3 questions added. 1 was there already." */
function describe({ added, existing }: Reply<typeof importCall>): string {
  const there = `${existing.length} ${existing.length === 1 ? 'was' : 'were'} there already.`;
  return `${added.length} ${added.length === 1 ? 'question' : 'questions'} added.${existing.length > 0 ? ` ${there}` : ''}`;
}
