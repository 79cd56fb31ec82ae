import type { Question, QuestionContent } from '@cip/contracts/questions/questions';
import { useEffect, useEffectEvent, useState } from 'react';
import { Notice } from '../../../shared/ui/feedback/Notice.tsx';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { TextAreaField } from '../../../shared/ui/form/TextAreaField.tsx';
import { TextField } from '../../../shared/ui/joy/TextField.tsx';
import type { PageProps } from '../../../shared/ui/Page.tsx';
import { Page } from '../../../shared/ui/Page.tsx';
import { MINUTES_MAX, QUESTION_DATA_MAX, QUESTION_TITLE_MAX } from '../question-limits.ts';
import type { KeptDraft } from './kept-drafts.ts';
import { KeptDraftNotice } from './KeptDraftNotice.tsx';
import { MarkdownField } from './MarkdownField.tsx';
import { parseTags, tooLong } from './question-draft.ts';
import styles from './question-form.module.css';
import type { QuestionParts } from './question-parts.ts';
import { QuestionMenu } from './QuestionMenu.tsx';
import { StartersField } from './StartersField.tsx';
import { TestsField } from './TestsField.tsx';
import { TrySolution } from './TrySolution.tsx';
import { discardKeptDraft, useKeptDraft } from './use-kept-draft.ts';
import { useQuestionDraft } from './use-question-draft.ts';

interface QuestionFormProps extends Pick<PageProps, 'back'> {
  /** Null for a new question. */
  question: Question | null;
  parts: QuestionParts;
  /** Called once a new question is stored. */
  onCreated?: (id: string) => void;
  /** Called if the form or its solution differs from its question. */
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
  const [tags, setTags] = useState(() => draft.tags.join(', '));
  const changeTags = (text: string) => {
    setTags(text);
    change({ tags: parseTags(text) });
  };
  const restore = (content: QuestionContent) => {
    restart(content);
    setTags(content.tags.join(', '));
  };
  const restoreKept = ({ content }: KeptDraft) => {
    restore(content);
    settle();
  };
  const discardKept = (kept: KeptDraft) => {
    discardKeptDraft(kept);
    settle();
  };
  return (
    <Page
      title={stored ? stored.title : 'New question'}
      {...page}
      {...(stored?.is_archived && { lead: 'Archived: it is not offered in rooms.' })}
      {...(stored && { actions: <QuestionMenu question={stored} isDirty={isDirty} onRestore={restore} /> })}
    >
      {left && (
        <KeptDraftNotice
          kept={left}
          version={stored?.version ?? null}
          onRestore={() => restoreKept(left)}
          onDiscard={() => discardKept(left)}
        />
      )}
      <div className={styles.form} key={generation}>
        <TextField
          label="Title"
          help="Only interviewers see it."
          maxLength={QUESTION_TITLE_MAX}
          autoFocus={question === null}
          value={draft.title}
          onChange={(title) => change({ title })}
        />
        <MarkdownField
          label="Text for the candidate"
          help="Markdown: headings, lists, code and tables."
          value={draft.text}
          onChange={(text) => change({ text })}
        />
        <MarkdownField
          label="Guide for interviewers"
          help="Candidates never get it: hints in order, follow-ups, what a good answer looks like."
          value={draft.guide}
          onChange={(guide) => change({ guide })}
        />
        <StartersField starters={draft.starters} parts={parts} onChange={(starters) => change({ starters })} />
        <div className={styles.code}>
          <TextAreaField
            label="SQL data"
            help="Executed in an empty database before each run. Leave it empty for questions without SQL."
            rows={3}
            error={tooLong(draft.data ?? '', QUESTION_DATA_MAX)}
            value={draft.data ?? ''}
            onChange={(data) => change({ data: data === '' ? null : data })}
          />
        </div>
        <TestsField tests={draft.tests} onChange={(tests) => change({ tests })} />
        {draft.tests.length > 0 && <TrySolution draft={draft} parts={parts} onTyped={onTyped} />}
        <div className={styles.pair}>
          <TextField
            label="Minutes"
            help="How long it usually takes."
            inputMode="numeric"
            value={draft.minutes === null ? '' : String(draft.minutes)}
            onChange={(text) => change({ minutes: minutesOf(text) })}
          />
          <TextField label="Tags" help="Separate them with commas." value={tags} onChange={changeTags} />
        </div>
      </div>
      <div className={styles.save}>
        {save.problem !== null && <Notice tone="bad">{save.problem}</Notice>}
        <div className={styles.saveBar}>
          <Button look="primary" title="Ctrl+S" busy={save.busy} busyText="Saving..." onClick={() => save.start()}>
            Save
          </Button>
          <p className={styles.help}>{isDirty ? 'Unsaved changes' : stored ? 'Saved' : 'Not saved yet'}</p>
        </div>
      </div>
    </Page>
  );
}

function minutesOf(text: string): number | null {
  const minutes = Number.parseInt(text.replaceAll(/\D/g, ''), 10);
  return Number.isNaN(minutes) || minutes < 1 ? null : Math.min(minutes, MINUTES_MAX);
}
