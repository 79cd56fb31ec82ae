import { Field } from '../../../shared/ui/form/Field.tsx';
import { TextField } from '../../../shared/ui/joy/TextField.tsx';
import { timeZoneText, toMoment } from '../schedule-time.ts';
import { InterviewersField } from './InterviewersField.tsx';
import type { PlanValues } from './use-plan-form.ts';
import styles from './plan.module.css';

/** The lengths that the form offers (minutes). */
const LENGTHS = [15, 30, 45, 60, 75, 90, 120, 150, 180, 240];

interface PlanFieldsProps {
  form: {
    field: (name: keyof PlanValues) => {
      name: string;
      value: string;
      error: string | undefined;
      onChange: (value: string) => void;
    };
    people: string[];
    choosePeople: (people: string[]) => void;
  };
}

/** Renders when, how long, with whom and over which call an interview is planned. */
export function PlanFields({ form: { field, people, choosePeople } }: PlanFieldsProps) {
  const time = field('scheduled_at');
  const { value: minutes, error, onChange } = field('minutes');
  // If another client chose a length, it stays.
  const lengths = [...new Set([...LENGTHS, Number(minutes)])].toSorted((a, b) => a - b);
  return (
    <>
      <TextField
        label="Date and Time"
        type="datetime-local"
        required
        help={`Your time zone: ${timeZoneText(toMoment(time.value))}`}
        {...time}
      />
      <Field label="Length" error={error}>
        {(control) => (
          <select
            className={styles.select}
            value={minutes}
            onChange={({ target }) => onChange(target.value)}
            {...control}
          >
            {lengths.map((length) => (
              <option key={length} value={length}>
                {length} minutes
              </option>
            ))}
          </select>
        )}
      </Field>
      <InterviewersField chosen={people} onChange={choosePeople} error={field('interviewer_ids').error} />
      <TextField
        label="Call link"
        type="url"
        autoComplete="off"
        placeholder="https://"
        isOptional
        help="Link to your video call."
        {...field('call_link')}
      />
    </>
  );
}
