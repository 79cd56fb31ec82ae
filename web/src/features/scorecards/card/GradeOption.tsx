import { GRADES } from '@cip/contracts/scorecards/scorecard-limits';
import type { Grade } from '@cip/contracts/scorecards/card-content';
import type { KeyboardEvent } from 'react';
import { classes } from '../../../shared/ui/theme/classes.ts';
import { Meaning, meaningId } from './Meaning.tsx';
import styles from './criterion.module.css';

interface GradeOptionProps {
  /** Id of the criterion's field. */
  field: string;
  grade: Grade;
  meaning: string;
  /** Whether the meaning stands inside; otherwise the row shows it. */
  isBig: boolean;
  isChosen: boolean;
  onChoose: (grade: Grade) => void;
  /** Called if the pointer or the focus comes to it, and with null if it leaves. */
  onLook: (grade: Grade | null) => void;
}

/** Renders a grade of a criterion as a radio button; digits choose among its neighbors. */
export function GradeOption({ field, grade, meaning, isBig, isChosen, onChoose, onLook }: GradeOptionProps) {
  const id = `${field}-${grade}`;
  return (
    <label className={styles.grade} onPointerEnter={() => onLook(grade)} onPointerLeave={() => onLook(null)}>
      <input
        type="radio"
        name={field}
        value={grade}
        className="visually-hidden"
        aria-labelledby={classes(id, meaning !== '' && meaningId(field, grade))}
        checked={isChosen}
        onChange={() => onChoose(grade)}
        onFocus={() => onLook(grade)}
        onBlur={() => onLook(null)}
        onKeyDown={(event) => chooseByKey(event, onChoose)}
      />
      <strong id={id}>{grade === 'not_seen' ? 'Not seen' : grade}</strong>
      {isBig && <Meaning {...{ field, grade, meaning }} isShown />}
    </label>
  );
}

/** Chooses a grade by its digit, and Not seen by 0. */
function chooseByKey(event: KeyboardEvent<HTMLInputElement>, choose: (grade: Grade) => void): void {
  const grade = event.key === '0' ? 'not_seen' : GRADES.find((each) => String(each) === event.key);
  if (grade === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  choose(grade);
  const row = event.currentTarget.closest('fieldset');
  row?.querySelector<HTMLInputElement>(`input[value="${grade}"]`)?.focus();
}
