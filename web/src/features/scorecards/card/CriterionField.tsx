import { EVIDENCE_MAX, GRADES } from '@cip/contracts/scorecards/scorecard-limits';
import type { Criterion, Grade, Rating } from '@cip/contracts/scorecards/card-content';
import { useId, useState } from 'react';
import { TextAreaField } from '../../../shared/ui/form/TextAreaField.tsx';
import { PHONE } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { GradeOption } from './GradeOption.tsx';
import { Meaning } from './Meaning.tsx';
import styles from './criterion.module.css';

interface CriterionFieldProps {
  criterion: Criterion;
  rating: Rating;
  onChange: (rating: Rating) => void;
  onBlur: () => void;
  /** Under the evidence. */
  help?: string | undefined;
  problem?: string | undefined;
}

const CHOICES: Grade[] = [...GRADES, 'not_seen'];

/**
 * Renders a criterion in a row: four grades or Not seen, the meaning of one grade under them, and the evidence once
 * there is a grade. On a phone each grade is a button with its meaning, and the evidence is always there.
 */
export function CriterionField({ criterion, rating, onChange, onBlur, help, problem }: CriterionFieldProps) {
  const field = useId();
  const isPhone = useMedia(PHONE);
  // The grade under the pointer or with the focus.
  const [looked, setLooked] = useState<Grade | null>(null);
  const { grade: chosen, evidence } = rating;
  const meaningOf = (grade: Grade) => (typeof grade === 'number' ? criterion.meanings[grade - 1] : undefined) ?? '';
  const shown = CHOICES.map((grade) => ({ field, grade, meaning: meaningOf(grade) }));
  const hasEvidence = isPhone || chosen !== null || evidence !== '' || problem !== undefined;
  return (
    <fieldset className={styles.criterion}>
      <legend>{criterion.name}</legend>
      <div className={styles.grades}>
        {shown.map((option) => (
          <GradeOption
            key={option.grade}
            {...option}
            isBig={isPhone}
            isChosen={chosen === option.grade}
            onChoose={(grade) => onChange({ ...rating, grade })}
            onLook={setLooked}
          />
        ))}
      </div>
      {!isPhone && (
        <div className={styles.meanings}>
          {shown.map((option) => (
            <Meaning key={option.grade} {...option} isShown={option.grade === (looked ?? chosen)} />
          ))}
        </div>
      )}
      {hasEvidence && (
        <div className={styles.evidence}>
          <TextAreaField
            label={`Evidence: ${criterion.name}`}
            placeholder="Evidence"
            rows={isPhone ? 2 : 1}
            maxLength={EVIDENCE_MAX}
            error={problem}
            help={help}
            value={evidence}
            onChange={(text) => onChange({ ...rating, evidence: text })}
            onBlur={onBlur}
          />
        </div>
      )}
    </fieldset>
  );
}
