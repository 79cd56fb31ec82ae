import type { Question, QuestionContent } from '@cip/contracts/questions/questions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useState } from 'react';
import { useAction } from '../../../../shared/form/use-action.ts';
import { useFailure } from '../../../../shared/form/use-failure.ts';
import { relativeTime } from '../../../../shared/relative-time.ts';
import { LoadFailed } from '../../../../shared/ui/feedback/LoadFailed.tsx';
import { toast } from '../../../../shared/ui/feedback/toast-store.ts';
import { Button } from '../../../../shared/ui/joy/Button.tsx';
import { ActionMenu } from '../../../../shared/ui/overlay/ActionMenu.tsx';
import { ConfirmDialog } from '../../../../shared/ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../../../shared/ui/overlay/Dialog.tsx';
import { archiveQuestion, deleteQuestion, loadVersion, questionQuery, versionsQuery } from '../../questions.queries.ts';
import styles from '../question-form.module.css';

interface QuestionMenuProps {
  question: Question;
  /** The form has changes that are not saved. */
  isDirty: boolean;
  /** Puts an earlier content into the form, where it can be saved as a new version. */
  onRestore: (content: QuestionContent) => void;
}

/** Renders the actions on a stored question besides saving it. */
export function QuestionMenu({ question, isDirty, onRestore }: QuestionMenuProps) {
  const [open, setOpen] = useState<'versions' | 'delete' | null>(null);
  const { archive, remove } = useQuestionActions(question);
  const { is_archived: isArchived, is_used: isUsed } = question;
  return (
    <>
      <ActionMenu
        label="More"
        actions={[
          { label: 'Versions', onSelect: () => setOpen('versions') },
          { label: isArchived ? 'Take out of the archive' : 'Archive', onSelect: () => archive.start() },
          ...(isUsed ? [] : [{ label: 'Delete', danger: true, onSelect: () => setOpen('delete') }]),
        ]}
      >
        <Ellipsis size={20} aria-hidden />
      </ActionMenu>
      {open === 'versions' && <Versions {...{ question, isDirty, onRestore }} onClose={() => setOpen(null)} />}
      {open === 'delete' && (
        <ConfirmDialog
          title="Delete this question?"
          confirm="Delete"
          confirmBusy="Deleting..."
          busy={remove.busy}
          onConfirm={() => remove.start()}
          onCancel={() => setOpen(null)}
        >
          It was never shown in an interview. Its versions are deleted too.
        </ConfirmDialog>
      )}
    </>
  );
}

function useQuestionActions({ id, is_archived: isArchived }: Question) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const report = (outcome: { tone: 'good' | 'bad'; text: string } | null) =>
    outcome && toast(outcome.tone, outcome.text);
  const archive = useAction({
    run: () => archiveQuestion(id, !isArchived),
    success: (question) => {
      queries.setQueryData(questionQuery(id).queryKey, question);
      void navigate({ to: '/questions', search: true });
      return question.is_archived ? 'Question archived' : 'Question is offered again';
    },
    failure: () => 'The question could not be archived.',
    report,
  });
  const remove = useAction({
    run: () => deleteQuestion(id),
    success: () => {
      // Without the blocker, because nothing is left to save to.
      void navigate({ to: '/questions', search: true, ignoreBlocker: true });
      return 'Question deleted';
    },
    failure: () => 'The question could not be deleted.',
    report,
  });
  return { archive, remove };
}

function Versions({ question, isDirty, onRestore, onClose }: QuestionMenuProps & { onClose: () => void }) {
  const query = useQuery(versionsQuery(question.id, question.version));
  const hasFailed = useFailure(query);
  const restore = useAction({
    run: async (version: number) => onRestore(await loadVersion(question.id, version)),
    success: () => {
      onClose();
      return 'This version is in the form. Save it to make it the latest.';
    },
    failure: () => 'The version could not be loaded.',
    report: (outcome) => outcome && toast(outcome.tone, outcome.text),
  });
  return (
    <Dialog title="Versions" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {hasFailed && <LoadFailed query={query}>Failed to load the versions</LoadFailed>}
      {isDirty && <p>Restoring a version replaces your unsaved changes.</p>}
      <ul className={styles.versions}>
        {query.data?.map(({ version, at, by }) => (
          <li key={version}>
            <span>
              Version {version} · {by ?? 'Former interviewer'} · <time dateTime={at}>{relativeTime(at)}</time>
            </span>
            {version === question.version ? (
              <span className={styles.help}>Latest</span>
            ) : (
              <Button
                size="sm"
                aria-label={`Restore version ${version}`}
                busy={restore.input === version}
                onClick={() => restore.start(version)}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
