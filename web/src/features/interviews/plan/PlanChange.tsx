import type { Interview } from '@cip/contracts/interviews/interviews';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { useUnsaved } from '../../../shared/device/unsaved.ts';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { Problem } from '../../../shared/ui/feedback/Problem.tsx';
import { templatesQuery } from '../../../shared/api/templates-query.ts';
import { changeNews } from '../mail-text.ts';
import { reschedule } from './plan.queries.ts';
import { PlanFields } from './PlanFields.tsx';
import { TemplateField } from './TemplateField.tsx';
import { changesOf, peopleOf, usePlanForm, valuesOf } from './use-plan-form.ts';
import { ButtonRow } from '../../../shared/ui/ButtonRow.tsx';
import styles from './plan.module.css';

interface PlanChangeProps {
  interview: Interview;
  onChanged: () => Promise<unknown>;
}

/** Renders the button that opens the plan of a scheduled interview, and its form. */
export function PlanChange({ interview, onChanged }: PlanChangeProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <Button size="sm" onClick={() => setOpen(true)}>
        Reschedule
      </Button>
    );
  return <PlanForm interview={interview} onChanged={onChanged} onClose={() => setOpen(false)} />;
}

interface PlanFormProps extends PlanChangeProps {
  onClose: () => void;
}

function PlanForm({ interview, onChanged, onClose }: PlanFormProps) {
  const { form, seen } = useChange({ interview, onChanged, onClose });
  useUnsaved(form.isDirty);
  const { data: templates = [] } = useQuery(templatesQuery);
  const template = form.field('template_id');
  const news = newsOf(Object.keys(changesOf(seen, form.values, form.people)), interview);
  return (
    <form noValidate onSubmit={form.submit} className={styles.form} aria-label="Reschedule">
      <Problem text={form.problem} />
      <PlanFields form={form} />
      <TemplateField
        templates={templates}
        templateId={template.value}
        onChange={(chosen) => template.onChange(chosen?.id ?? '')}
        error={template.error}
      />
      {news !== null && <p className={styles.help}>{news}</p>}
      <ButtonRow>
        <Button type="submit" look="primary" busy={form.busy} busyText="Saving...">
          Save
        </Button>
        <Button look="quiet" disabled={form.busy} onClick={onClose}>
          Keep as it is
        </Button>
      </ButtonRow>
    </form>
  );
}

/** Returns the form of a change, and the plan that it changes. */
function useChange({ interview, onChanged, onClose }: PlanFormProps) {
  // The plan that the user saw. A colleague's newer one replaces it only once a save was refused for it.
  const [seen, setSeen] = useState(interview);
  const [isRefused, setRefused] = useState(false);
  if (isRefused && interview.plan_revision !== seen.plan_revision) {
    setSeen(interview);
    setRefused(false);
  }
  const form = usePlanForm({
    initial: valuesOf(seen),
    people: peopleOf(seen),
    submit: async (values, people) => {
      try {
        await reschedule(interview.id, changesOf(seen, values, people));
      } catch (error) {
        // If someone else changed or started it, the facts beside the form show its present state.
        if (error instanceof ApiError && error.status === 409) {
          setRefused(true);
          void onChanged();
        }
        throw error;
      }
      await onChanged();
      onClose();
    },
    fallback: 'Failed to reschedule',
  });
  return { form, seen };
}

/** Fields of a plan besides its time that an email names. */
const OTHERS = new Set(['interviewer_ids', 'call_link']);

/** Returns a sentence about the mail for changed fields; null if nobody is written to, as for the template alone. */
function newsOf(changed: string[], interview: Interview): string | null {
  const mailed = changed.filter((field) => field !== 'revision' && field !== 'template_id');
  if (mailed.length === 0 && changed.includes('template_id')) return null;
  const isOther = mailed.length > 0 && mailed.every((field) => OTHERS.has(field));
  return changeNews(interview, isOther ? 'change' : 'new time');
}
