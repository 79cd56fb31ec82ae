import type { Question } from '@cip/contracts/questions/questions';
import { useEffect, useEffectEvent } from 'react';
import { Problem } from '../../../../shared/ui/feedback/Problem.tsx';
import { Button } from '../../../../shared/ui/joy/Button.tsx';
import type { PageProps } from '../../../../shared/ui/Page.tsx';
import { Page } from '../../../../shared/ui/Page.tsx';
import { TABLE } from '../../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../../shared/ui/theme/use-media.ts';
import type { KeptDraft } from '../drafts/kept-drafts.ts';
import { KeptDraftNotice } from '../drafts/KeptDraftNotice.tsx';
import styles from '../form/question-editor.module.css';
import type { QuestionParts } from '../question-parts.ts';
import { QuestionEditor } from './QuestionEditor.tsx';
import { QuestionMenu } from './QuestionMenu.tsx';
import { discardKeptDraft, useKeptDraft } from '../drafts/use-kept-draft.ts';
import { useQuestionDraft } from './use-question-draft.ts';

interface QuestionFormProps extends Pick<PageProps, 'back'> {
  /** Null for a new question. */
  question: Question | null;
  parts: QuestionParts;
  /** Called once a new question is stored. */
  onCreated?: (id: string) => void;
  /** Called if the form differs from its question. */
  onTyped?: () => void;
}

/** Renders the form of a question. Typed text stays in it until it is saved as a new version. */
export function QuestionForm({ question, parts, onCreated, onTyped, ...page }: QuestionFormProps) {
  const { draft, change, restart, generation, save, stored, isDirty } = useQuestionDraft({
    question,
    parts,
    onCreated,
  });
  const noteTyped = useEffectEvent(() => onTyped?.());
  useEffect(() => {
    if (isDirty) noteTyped();
  }, [isDirty]);
  const { left, settle } = useKeptDraft({ parts, stored, draft, isDirty, isSaving: save.busy });
  const restoreKept = ({ content }: KeptDraft) => {
    restart(content);
    settle();
  };
  const discardKept = (kept: KeptDraft) => {
    discardKeptDraft(kept);
    settle();
  };
  // Above the form, or on a phone below it, at the thumb.
  const isAbove = useMedia(TABLE);
  const state = <p className={styles.state}>{isDirty ? 'Unsaved changes' : stored ? 'Saved' : 'Not saved yet'}</p>;
  const button = (
    <Button look="primary" title="Ctrl+S" busy={save.busy} busyText="Saving..." onClick={() => save.start()}>
      Save
    </Button>
  );
  return (
    <Page
      title={stored ? stored.title : 'New question'}
      isHeadSticky
      {...page}
      {...(stored?.is_archived && { lead: 'Archived: it is not offered in rooms.' })}
      actions={
        <>
          {isAbove && state}
          {stored && <QuestionMenu question={stored} isDirty={isDirty} onRestore={restart} />}
          {isAbove && button}
        </>
      }
    >
      {left && (
        <KeptDraftNotice
          kept={left}
          version={stored?.version ?? null}
          onRestore={() => restoreKept(left)}
          onDiscard={() => discardKept(left)}
        />
      )}
      <QuestionEditor key={generation} {...{ draft, change, parts }} />
      {(!isAbove || save.problem !== null) && (
        <div className={styles.save}>
          <Problem text={save.problem} />
          {!isAbove && (
            <div className={styles.saveBar}>
              {button}
              {state}
            </div>
          )}
        </div>
      )}
    </Page>
  );
}
