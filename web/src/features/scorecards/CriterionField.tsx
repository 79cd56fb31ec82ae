import { EVIDENCE_MAX, GRADES } from '@cip/contracts/scorecards/scorecard-limits';
import type { Criterion, Grade, Rating } from '@cip/contracts/scorecards/scorecards';
import { useId } from 'react';
import { TextAreaField } from '../../shared/ui/form/TextAreaField.tsx';
import styles from './card.module.css';

interface CriterionFieldProps {
  criterion: Criterion;
  rating: Rating;
  onChange: (rating: Rating) => void;
  onBlur: () => void;
  /** Under the evidence. */
  help?: string | undefined;
  problem?: string | undefined;
}

/** Renders a criterion: four grades with their meanings or Not seen, and the evidence below. */
export function CriterionField({ criterion, rating, onChange, onBlur, help, problem }: CriterionFieldProps) {
  const id = useId();
  const choices: { grade: Grade; title: string; meaning: string }[] = [
    ...GRADES.map((grade) => ({ grade, title: String(grade), meaning: criterion.meanings[grade - 1] ?? '' })),
    { grade: 'not_seen', title: 'Not seen', meaning: '' },
  ];
  return (
    <fieldset className={styles.criterion}>
      <legend>{criterion.name}</legend>
      <div className={styles.grades}>
        {choices.map(({ grade, title, meaning }) => (
          <label key={grade} className={styles.grade}>
            <input
              type="radio"
              name={id}
              className="visually-hidden"
              checked={rating.grade === grade}
              onChange={() => onChange({ ...rating, grade })}
            />
            <strong>{title}</strong>
            {meaning !== '' && <span>{meaning}</span>}
          </label>
        ))}
      </div>
      <TextAreaField
        label={`Evidence: ${criterion.name}`}
        rows={2}
        maxLength={EVIDENCE_MAX}
        error={problem}
        help={help}
        value={rating.evidence}
        onChange={(evidence) => onChange({ ...rating, evidence })}
        onBlur={onBlur}
      />
    </fieldset>
  );
}
