import type { Interview } from '@cip/contracts/interviews/interviews';
import { MINUTES_DEFAULT } from '@cip/contracts/interviews/plan-fields';
import type { Completion, InterviewRule } from '@cip/contracts/rooms/rules';
import type { Template } from '@cip/contracts/questions/templates';
import { useState } from 'react';
import { callLinkFrom } from '../../../shared/call-link.ts';
import { NAME_MAX_CHARS } from '../../../shared/limits.ts';
import { tidyRule } from '../../../shared/rule-text.ts';
import { Notice } from '../../../shared/ui/feedback/Notice.tsx';
import { Problem } from '../../../shared/ui/feedback/Problem.tsx';
import { COMPLETION_HELP, CompletionField } from '../../../shared/ui/form/CompletionField.tsx';
import { RuleField } from '../../../shared/ui/form/RuleField.tsx';
import { SwitchField } from '../../../shared/ui/form/SwitchField.tsx';
import { TextField } from '../../../shared/ui/joy/TextField.tsx';
import { schedule } from '../interviews.queries.ts';
import styles from '../NewInterviewDialog.module.css';
import { newRoomCode } from '../room-code.ts';
import { mailState } from '../../../shared/device/mail-state.ts';
import { storedAccount } from '../../../shared/device/stored-account.ts';
import { isInterviewer } from '../../../shared/device/stored-role.ts';
import { serverNow } from '../../../shared/api/server-time.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { PlanFields } from './PlanFields.tsx';
import { usePlanForm } from './use-plan-form.ts';
import { suggestedTime, timeZone, toMoment } from '../schedule-time.ts';

export type When = 'now' | 'later';

type ScheduleForm = ReturnType<typeof useScheduleForm>;

export function useScheduleForm(onScheduled: (interview: Interview) => void, templateId: string) {
  // One code per dialog, so that a repeated click after a lost reply does not schedule a second interview.
  const [roomCode] = useState(newRoomCode);
  const [account] = useState(storedAccount);
  const [initial] = useState(() => ({
    candidate_name: '',
    candidate_email: '',
    scheduled_at: suggestedTime(new Date(serverNow())),
    minutes: String(MINUTES_DEFAULT),
    call_link: account?.company.call_link ?? '',
    interviewer_ids: '',
  }));
  const asking = useTemplated(true);
  const rule = useTemplated<InterviewRule | null | undefined>(undefined);
  const completion = useTemplated<Completion | undefined>(undefined);
  const form = usePlanForm({
    initial,
    people: account?.user && isInterviewer() ? [account.user.id] : [],
    validate: ({ candidate_name: name, candidate_email: email }) => ({
      candidate_name: name.trim() === '' ? 'Name is required' : undefined,
      candidate_email: email.trim() !== '' && !email.includes('@') ? 'Invalid email format' : undefined,
    }),
    submit: async (values, people) => {
      const sent = {
        room_code: roomCode,
        candidate_name: values.candidate_name.trim(),
        candidate_email: values.candidate_email.trim() || null,
        scheduled_at: toMoment(values.scheduled_at) ?? '',
        time_zone: timeZone(),
        minutes: Number(values.minutes),
        // A coordinator's plans always require an admission.
        ...(isInterviewer() && { asks_before_admitting: asking.value }),
        ...(people.length > 0 && { interviewer_ids: people }),
        // If it is untouched, the server takes the company's, which may have changed since this device read it.
        ...(values.call_link !== initial.call_link && { call_link: callLinkFrom(values.call_link) }),
        // Otherwise the server takes those of the template or of the company, which may have changed, too.
        ...(rule.value !== undefined && !rule.isOfTemplate && { rule: tidyRule(rule.value) }),
        ...(completion.value !== undefined && !completion.isOfTemplate && { completion: completion.value }),
        ...(templateId !== '' && { template_id: templateId }),
      };
      const session = await schedule(sent);
      // The server returns the session of the room code, which a try with a lost reply may have scheduled otherwise.
      if (!isAsSent(session, sent))
        toast('bad', 'An earlier try had scheduled this session. Check its time and email.');
      onScheduled(session);
    },
    fallback: 'Failed to schedule session',
  });
  const isDirty = form.isDirty || rule.chosen !== undefined || completion.chosen !== undefined || !asking.chosen;
  const followTemplate = (template: Template | null) => {
    asking.follow(template?.asks_before_admitting ? true : undefined);
    rule.follow(template?.rule ?? undefined);
    completion.follow(template?.completion ?? undefined);
  };
  return { ...form, isDirty, asking, rule, completion, company: account?.company, followTemplate };
}

/** Manages a choice that a template may replace. If the template is left, the choice is back. */
function useTemplated<T>(initial: T) {
  const [chosen, setChosen] = useState(initial);
  const [ofTemplate, follow] = useState<T>();
  const choose = (value: T) => {
    setChosen(value);
    follow(undefined);
  };
  const isOfTemplate = ofTemplate !== undefined;
  return { value: isOfTemplate ? ofTemplate : chosen, chosen, choose, follow, isOfTemplate };
}

export function WhenChoice({ when, onChange }: { when: When; onChange: (when: When) => void }) {
  return (
    <fieldset className={styles.when}>
      <legend className="visually-hidden">When does it start?</legend>
      {(['now', 'later'] as const).map((value) => (
        <label key={value} className={styles.moment}>
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

export function ScheduleFields({ form, canStart }: { form: ScheduleForm; canStart: boolean }) {
  const { field, problem, asking, rule, completion, company } = form;
  return (
    <>
      <Problem text={problem} />
      {mailState() === 'waits' && (
        <Notice tone="warn">
          Confirm your company’s email address to send invitations. Its owner can send the link again from Settings.
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
        isOptional
        help={
          mailState() === 'none'
            ? 'Email is not set up here: you get the link and a text to send.'
            : 'We’ll email the invitation.'
        }
        {...field('candidate_email')}
      />
      <PlanFields form={form} />
      {canStart && (
        <SwitchField
          label="Ask before admitting"
          help={
            asking.isOfTemplate
              ? 'Set by the template. Candidates wait until you let them in.'
              : 'Candidates wait until you let them in. Before that the link shows no code.'
          }
          checked={asking.value}
          onChange={asking.choose}
        />
      )}
      <RuleField
        rule={rule.value === undefined ? (company?.rule ?? null) : rule.value}
        onChange={rule.choose}
        {...(rule.isOfTemplate && { help: 'Set by the template. Shown to candidates before they join.' })}
      />
      <CompletionField
        completion={completion.value ?? company?.completion ?? 'off'}
        onChange={completion.choose}
        {...(completion.isOfTemplate && { help: `Set by the template. ${COMPLETION_HELP}` })}
      />
    </>
  );
}

/** Returns whether a session has the time and the email that were sent. */
function isAsSent(
  { scheduled_at: at, candidate_email: email }: Interview,
  sent: { scheduled_at: string; candidate_email: string | null },
): boolean {
  return Date.parse(at ?? '') === Date.parse(sent.scheduled_at) && email === sent.candidate_email;
}
