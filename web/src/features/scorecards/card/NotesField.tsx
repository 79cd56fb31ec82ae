import { CARD_NOTES_MAX } from '@cip/contracts/scorecards/scorecard-limits';
import type { NoteLine } from '@cip/contracts/scorecards/card-content';
import { Field } from '../../../shared/ui/form/Field.tsx';
import { minuteText, textOf, withText } from '../note-lines.ts';
import styles from './notes-field.module.css';

interface NotesFieldProps {
  lines: NoteLine[];
  onChange: (lines: NoteLine[]) => void;
  onBlur: () => void;
  /** Returns the minute of the interview now; null outside of it. */
  minute: () => number | null;
  /** Follows the field's own help. */
  help?: string | undefined;
}

const HELP = 'Only you see them until you submit. Each line keeps its minute.';

/** Renders private notes; each line shows the minute in which it was written. */
export function NotesField({ lines, onChange, onBlur, minute, help }: NotesFieldProps) {
  const shown = lines.length > 0 ? lines : [{ text: '', minute: null }];
  const hasMinutes = minute() !== null || lines.some((line) => line.minute !== null);
  return (
    <Field label="My notes" help={help === undefined ? HELP : `${HELP} ${help}`}>
      {(control) => (
        <div className={styles.notes} data-minutes={hasMinutes}>
          {/* The same text below the field: it gives the field its height, and each line its minute. */}
          <div aria-hidden className={styles.mirror}>
            {shown.map((line, index) => (
              <div key={index} className={styles.line}>
                <span className={styles.minute}>{minuteText(line.minute)}</span>
                <span className={styles.ghost}>{line.text || '\u200b'}</span>
              </div>
            ))}
          </div>
          <textarea
            className={styles.area}
            value={textOf(lines)}
            maxLength={CARD_NOTES_MAX}
            onChange={(event) => onChange(withText(lines, event.target.value, minute()))}
            onBlur={onBlur}
            {...control}
          />
        </div>
      )}
    </Field>
  );
}
