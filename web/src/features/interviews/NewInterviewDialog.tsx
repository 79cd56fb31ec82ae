import type { Interview } from '@cip/contracts/interviews';
import { useState } from 'react';
import { NAME_MAX_CHARS } from '../../shared/limits.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { SwitchField } from '../../shared/ui/form/SwitchField.tsx';
import { TextField } from '../../shared/ui/form/TextField.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { schedule } from './interviews.queries.ts';
import styles from './NewInterviewDialog.module.css';
import { newRoomCode } from './room-code.ts';
import { storedAccount } from '../../shared/device/stored-account.ts';
import { serverNow } from '../../shared/api/server-time.ts';
import { suggestedTime, timeZone, timeZoneText, toMoment } from './schedule-time.ts';

export interface NewInterviewDialogProps {
  onStart: () => void;
  onScheduled: (interview: Interview) => void;
  onClose: () => void;
}

type When = 'now' | 'later';

/** Renders the dialog that starts an interview now or schedules one. */
export function NewInterviewDialog({ onStart, onScheduled, onClose }: NewInterviewDialogProps) {
  const [when, setWhen] = useState<When>('now');
  const form = useScheduleForm(onScheduled);
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
      <Button look="quiet" onClick={onClose}>
        Cancel
      </Button>
    </>
  );
  return (
    <Dialog
      title="New Session"
      onClose={onClose}
      onSubmit={when === 'now' ? onStart : form.submit}
      isDirty={form.isDirty}
      actions={buttons}
    >
      <div className={styles.fields}>
        <WhenChoice when={when} onChange={setWhen} />
        {when === 'now' ? (
          <p>Opens a private room with a link to send to the candidate.</p>
        ) : (
          <ScheduleFields form={form} />
        )}
      </div>
    </Dialog>
  );
}

type ScheduleForm = ReturnType<typeof useScheduleForm>;

function useScheduleForm(onScheduled: (interview: Interview) => void) {
  // One code per dialog, so that a repeated click after a lost reply does not schedule a second interview.
  const [roomCode] = useState(newRoomCode);
  const [initial] = useState(() => ({
    candidate_name: '',
    candidate_email: '',
    scheduled_at: suggestedTime(new Date(serverNow())),
  }));
  const [isAsking, setAsking] = useState(true);
  const form = useForm({
    initial,
    validate: ({ candidate_name: name, candidate_email: email, scheduled_at: time }) => ({
      candidate_name: name.trim() === '' ? 'Name is required' : undefined,
      candidate_email: email.trim() !== '' && !email.includes('@') ? 'Invalid email format' : undefined,
      scheduled_at: timeProblem(time),
    }),
    submit: async ({ candidate_name: name, candidate_email: email, scheduled_at: time }) =>
      onScheduled(
        await schedule({
          room_code: roomCode,
          candidate_name: name.trim(),
          candidate_email: email.trim() || null,
          scheduled_at: toMoment(time) ?? '',
          time_zone: timeZone(),
          asks_before_admitting: isAsking,
        }),
      ),
    fallback: 'Failed to schedule session',
  });
  return { ...form, isAsking, setAsking };
}

function timeProblem(time: string): string | undefined {
  const moment = toMoment(time);
  if (moment === null) return 'Date and time are required';
  return Date.parse(moment) < serverNow() ? 'Please choose a time in the future.' : undefined;
}

function WhenChoice({ when, onChange }: { when: When; onChange: (when: When) => void }) {
  return (
    <fieldset className={styles.when}>
      <legend className="visually-hidden">When does it start?</legend>
      {(['now', 'later'] as const).map((value) => (
        <label key={value}>
          <input
            type="radio"
            name="when"
            className="visually-hidden"
            checked={when === value}
            onChange={() => onChange(value)}
          />
          {value === 'now' ? 'Start now' : 'Schedule'}
        </label>
      ))}
    </fieldset>
  );
}

function ScheduleFields({ form: { field, problem, isAsking, setAsking } }: { form: ScheduleForm }) {
  const time = field('scheduled_at');
  return (
    <>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      {storedAccount()?.company.email_verified === false && (
        <Notice tone="warn">
          Confirm your company’s email address to send invitations. Use the link we emailed, or send a new one from
          Settings.
        </Notice>
      )}
      <TextField
        label="Candidate Name"
        required
        autoFocus
        autoComplete="off"
        maxLength={NAME_MAX_CHARS}
        {...field('candidate_name')}
      />
      <TextField
        label="Candidate Email"
        type="email"
        autoComplete="off"
        help="Optional. If email is set up here, we send an invitation with the link."
        {...field('candidate_email')}
      />
      <TextField
        label="Date and Time"
        type="datetime-local"
        required
        help={`Your time zone: ${timeZoneText(toMoment(time.value))}`}
        {...time}
      />
      <SwitchField
        label="Ask before admitting"
        help="Candidates wait until you let them in. Before that the link shows no code."
        checked={isAsking}
        onChange={setAsking}
      />
    </>
  );
}
