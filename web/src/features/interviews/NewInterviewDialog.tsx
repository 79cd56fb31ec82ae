import type { Interview } from '@cip/contracts/interviews/interviews';
import type { Template } from '@cip/contracts/questions/templates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUnsaved } from '../../shared/device/unsaved.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';
import { templatesQuery } from '../../shared/api/templates-query.ts';
import { TemplateField } from './plan/TemplateField.tsx';
import styles from './NewInterviewDialog.module.css';
import { isInterviewer } from '../../shared/device/stored-role.ts';
import { useScheduleForm, WhenChoice, ScheduleFields } from './plan/ScheduleFields.tsx';
import type { When } from './plan/ScheduleFields.tsx';

export interface NewInterviewDialogProps {
  /** Whether the dialog opens for scheduling, which interviewers can change. */
  isPlanning?: boolean | undefined;
  /** The template that is chosen first. */
  templateId?: string | undefined;
  onStart: (templateId?: string) => void;
  onScheduled: (interview: Interview) => void;
  onClose: () => void;
}

/** Renders the dialog that starts an interview now or schedules one; coordinators only schedule. */
export function NewInterviewDialog(props: NewInterviewDialogProps) {
  const { isPlanning = false, templateId: firstTemplateId, onStart, onScheduled, onClose } = props;
  const [canStart] = useState(isInterviewer);
  const [when, setWhen] = useState<When>(canStart && !isPlanning ? 'now' : 'later');
  const [templateId, setTemplateId] = useState('');
  const form = useScheduleForm(onScheduled, templateId);
  const chooseTemplate = (template: Template | null) => {
    setTemplateId(template?.id ?? '');
    form.followTemplate(template);
  };
  const { data: templates = [], isSuccess } = useQuery(templatesQuery);
  const [awaitedId, setAwaitedId] = useState(firstTemplateId);
  const awaited = templates.find(({ id }) => id === awaitedId);
  if (awaited) {
    setAwaitedId(undefined);
    chooseTemplate(awaited);
  }
  useUnsaved(when === 'later' && form.isDirty);
  const buttons = (
    <>
      {when === 'now' ? (
        <Button type="submit" look="primary">
          Start session
        </Button>
      ) : (
        <Button type="submit" look="primary" busy={form.busy} busyText="Scheduling...">
          Schedule session
        </Button>
      )}
      <Button look="quiet" disabled={form.busy} onClick={onClose}>
        Cancel
      </Button>
    </>
  );
  return (
    <Dialog
      title="New Session"
      onClose={onClose}
      onSubmit={when === 'now' ? () => onStart(templateId === '' ? undefined : templateId) : form.submit}
      isDirty={form.isDirty || !['', firstTemplateId].includes(templateId)}
      busy={form.busy}
      actions={buttons}
    >
      <div className={styles.fields}>
        {canStart && <WhenChoice when={when} onChange={setWhen} />}
        {when === 'now' && <p>Opens a private room with a link to send to the candidate.</p>}
        {/* Before the fields that it sets. */}
        {isSuccess && templates.length === 0 && canStart && (
          <p className={styles.hint}>No templates yet: make one under Questions, and its questions are ready here.</p>
        )}
        <TemplateField templates={templates} templateId={templateId} onChange={chooseTemplate} />
        {when === 'later' && <ScheduleFields form={form} canStart={canStart} />}
      </div>
    </Dialog>
  );
}
