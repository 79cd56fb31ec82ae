import type { Body } from '@cip/contracts/protocol/endpoint';
import type { Interview } from '@cip/contracts/interviews/interviews';
import type { changePlan } from '@cip/contracts/interviews/planning';
import { useState } from 'react';
import { serverNow } from '../../../shared/api/server-time.ts';
import { useForm } from '../../../shared/form/use-form.ts';
import { callLinkFrom } from '../../../shared/call-link.ts';
import { localTime, timeZone, toMoment } from '../schedule-time.ts';

/** The fields of a plan as the form has them, and any other fields of a form that contains them. */
export interface PlanValues {
  scheduled_at: string;
  minutes: string;
  call_link: string;
  /** Only for its error: the form has the interviewers beside its texts. */
  interviewer_ids: string;
}

interface PlanFormOptions<V extends PlanValues> {
  initial: V;
  /** The interviewers until others are chosen. */
  people: string[];
  validate?: (values: V) => Partial<Record<keyof V, string | undefined>>;
  submit: (values: V, people: string[]) => Promise<unknown>;
  fallback: string;
}

/** Manages a form with a plan: its text fields and its interviewers. */
export function usePlanForm<V extends PlanValues & { [K in keyof V]: string }>(options: PlanFormOptions<V>) {
  const { initial, validate, submit, fallback } = options;
  const [chosen, setChosen] = useState<string[] | null>(null);
  const people = chosen ?? options.people;
  const form = useForm<V>({
    initial,
    validate: (values) => ({
      ...validate?.(values),
      scheduled_at: values.scheduled_at === initial.scheduled_at ? undefined : timeProblem(values.scheduled_at),
      call_link: linkProblem(values.call_link),
      interviewer_ids: chosen?.length === 0 ? 'Choose who interviews.' : undefined,
    }),
    submit: (values) => submit(values, people),
    fallback,
  });
  const choosePeople = (next: string[]) => {
    setChosen(next.join() === options.people.join() ? null : next);
    // Drops the error.
    form.field('interviewer_ids').onChange('');
  };
  return { ...form, isDirty: form.isDirty || chosen !== null, people, choosePeople };
}

/** Returns the error of a chosen time, or undefined. */
function timeProblem(time: string): string | undefined {
  const moment = toMoment(time);
  if (moment === null) return 'Date and time are required';
  return Date.parse(moment) < serverNow() ? 'Please choose a time in the future.' : undefined;
}

function linkProblem(typed: string): string | undefined {
  const link = callLinkFrom(typed);
  return link === null || /^https:\/\/\S+$/i.test(link) ? undefined : 'Please enter a link that starts with https://';
}

/** The fields of a plan that changes; an empty template is none. */
export interface ChangedValues extends PlanValues {
  template_id: string;
}

/** Returns the form's values for a planned interview. */
export function valuesOf(interview: Interview): ChangedValues {
  const { scheduled_at: time, minutes, call_link: link, template_id: templateId } = interview;
  return {
    scheduled_at: localTime(time),
    minutes: String(minutes),
    call_link: link ?? '',
    interviewer_ids: '',
    template_id: templateId ?? '',
  };
}

/** Returns the ids of a planned interview's interviewers. */
export const peopleOf = ({ interviewers }: Interview) => interviewers.map(({ id }) => id);

/**
 * Returns the request that changes the plan of the interview in the form. Fields that were not touched are absent,
 * because when the clocks go back the text of a time stands for two moments, and only another text replaces the planned
 * time.
 */
export function changesOf(interview: Interview, values: ChangedValues, people: string[]): Body<typeof changePlan> {
  const initial = valuesOf(interview);
  const time = toMoment(values.scheduled_at);
  const isMoved = values.scheduled_at !== initial.scheduled_at && time !== null;
  return {
    revision: interview.plan_revision,
    ...(isMoved && { scheduled_at: time, time_zone: timeZone() }),
    ...(values.minutes !== initial.minutes && { minutes: Number(values.minutes) }),
    ...(people.join() !== peopleOf(interview).join() && { interviewer_ids: people }),
    ...(values.call_link !== initial.call_link && { call_link: callLinkFrom(values.call_link) }),
    ...(values.template_id !== initial.template_id && { template_id: values.template_id || null }),
  };
}
