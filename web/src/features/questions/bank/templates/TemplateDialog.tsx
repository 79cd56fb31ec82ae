import type { Template } from '@cip/contracts/questions/templates';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUnsaved } from '../../../../shared/device/unsaved.ts';
import { useAction } from '../../../../shared/form/use-action.ts';
import { tidyRule } from '../../../../shared/rule-text.ts';
import { Problem } from '../../../../shared/ui/feedback/Problem.tsx';
import { Button } from '../../../../shared/ui/joy/Button.tsx';
import { TextField } from '../../../../shared/ui/joy/TextField.tsx';
import { ConfirmDialog } from '../../../../shared/ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../../../shared/ui/overlay/Dialog.tsx';
import { templatesQuery } from '../../../../shared/api/templates-query.ts';
import { deleteTemplate, saveTemplate } from '../../questions.queries.ts';
import { saveAfterLost } from '../../save-after-lost.ts';
import { CriteriaField } from './CriteriaField.tsx';
import styles from '../question-form.module.css';
import { TemplateQuestions } from './TemplateQuestions.tsx';
import { TemplateSettings } from './TemplateSettings.tsx';

type Draft = Omit<Template, 'id' | 'updated_at'>;

const NEW_TEMPLATE: Draft = {
  name: '',
  questions: [],
  criteria: [],
  asks_before_admitting: false,
  typing_mode: 'enter',
  allows_runs: true,
  rule: null,
  completion: null,
};

/** Wide enough for a criterion with the meanings of its grades (CSS pixels). */
const WIDTH = 640;

interface TemplateDialogProps {
  template: Template | null;
  /** Names a language for users. */
  languageLabel: (language: string) => string;
  onClose: () => void;
}

/** Renders the dialog that adds a template or edits or deletes `template`. */
export function TemplateDialog({ template, languageLabel, onClose }: TemplateDialogProps) {
  const [draft, setDraft] = useState<Draft>(template ?? NEW_TEMPLATE);
  const [isDirty, setDirty] = useState(false);
  useUnsaved(isDirty);
  // Missing names are marked after the first try to save.
  const [isChecked, setChecked] = useState(false);
  const { save, remove, isAsking, setAsking } = useTemplateActions(template, draft, onClose);
  const change = (part: Partial<Draft>) => {
    setDraft((whole) => ({ ...whole, ...part }));
    setDirty(true);
  };
  return (
    <Dialog
      title={template ? 'Edit template' : 'New template'}
      width={WIDTH}
      onClose={onClose}
      onSubmit={({ currentTarget }) => {
        setChecked(true);
        if (isComplete(draft)) save.start();
        // Once they are marked.
        else requestAnimationFrame(() => currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      }}
      isDirty={isDirty}
      busy={save.busy}
      actions={
        <>
          <Button type="submit" look="primary" busy={save.busy} busyText="Saving...">
            Save
          </Button>
          {template && (
            <Button look="dangerOutlined" onClick={() => setAsking(true)}>
              Delete
            </Button>
          )}
          <Button look="quiet" disabled={save.busy} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <Problem text={save.problem} />
        <Problem text={remove.problem} />
        <TextField
          label="Name"
          maxLength={80}
          autoFocus={template === null}
          error={isChecked && draft.name.trim() === '' ? 'Name is required' : undefined}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
        <TemplateQuestions
          questions={draft.questions}
          languageLabel={languageLabel}
          onChange={(questions) => change({ questions })}
        />
        <CriteriaField criteria={draft.criteria} isChecked={isChecked} onChange={(criteria) => change({ criteria })} />
        <TemplateSettings draft={draft} onChange={change} />
      </div>
      {template && isAsking && (
        <DeleteDialog
          busy={remove.busy}
          onConfirm={() => remove.start(template.id)}
          onCancel={() => setAsking(false)}
        />
      )}
    </Dialog>
  );
}

function DeleteDialog(answers: { busy: boolean; onConfirm: () => void; onCancel: () => void }) {
  return (
    <ConfirmDialog title="Delete this template?" confirm="Delete" confirmBusy="Deleting..." {...answers}>
      Interviews that began from it keep what they have.
    </ConfirmDialog>
  );
}

const isComplete = ({ name, criteria }: Draft) =>
  [name, ...criteria.map((criterion) => criterion.name)].every((each) => each.trim() !== '');

async function saveDraft(template: Template | null, draft: Draft): Promise<Template> {
  const { name, criteria, asks_before_admitting, typing_mode, allows_runs } = draft;
  const rule = tidyRule(draft.rule ?? null);
  // Only if it changes, because a node of an earlier release refuses it.
  const completion = draft.completion ?? null;
  const isNew = completion !== (template?.completion ?? null);
  const settings = { name, criteria, asks_before_admitting, typing_mode, allows_runs, rule };
  const question_ids = draft.questions.map(({ id }) => id);
  return (await saveTemplate(template, { ...settings, ...(isNew && { completion }), question_ids })).template;
}

function useTemplateActions(template: Template | null, draft: Draft, onClose: () => void) {
  const queries = useQueryClient();
  // Whether the question before the deletion is shown.
  const [isAsking, setAsking] = useState(false);
  const finish = async (work: Promise<unknown>) => {
    const refresh = () => queries.invalidateQueries(templatesQuery);
    try {
      await work;
    } catch (error) {
      // A colleague may have changed or deleted the template. The form does not wait for the refresh before it shows
      // the failure.
      void refresh();
      throw error;
    }
    await refresh();
    onClose();
  };
  const [saveOver] = useState(() => saveAfterLost(saveDraft));
  const save = useAction({
    run: () => finish(saveOver(template, draft)),
    failure: () => 'The template could not be saved.',
  });
  const remove = useAction({
    run: (id: string) => finish(deleteTemplate(id)),
    failure: () => 'The template could not be deleted.',
    // The form shows a failure.
    onSettled: () => setAsking(false),
  });
  return { save, remove, isAsking, setAsking };
}
