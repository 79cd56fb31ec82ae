import type { Criterion } from '@cip/contracts/questions/templates';
import { useState } from 'react';
import { Button } from '../../../../shared/ui/joy/Button.tsx';
import { TextField } from '../../../../shared/ui/joy/TextField.tsx';
import { CRITERIA_MAX, MEANING_MAX } from '../../question-limits.ts';
import styles from '../question-form.module.css';

interface CriteriaFieldProps {
  criteria: Criterion[];
  onChange: (criteria: Criterion[]) => void;
  /** Whether names are marked if they are missing. */
  isChecked: boolean;
}

/** Renders the criteria of scorecards, each with the meanings of its grades. */
export function CriteriaField({ criteria, onChange, isChecked }: CriteriaFieldProps) {
  // Takes the focus.
  const [added, setAdded] = useState<number | null>(null);
  const add = () => {
    setAdded(criteria.length);
    onChange([...criteria, { name: '', meanings: ['', '', '', ''] }]);
  };
  const change = (index: number, part: Partial<Criterion>) =>
    onChange(criteria.map((criterion, at) => (at === index ? { ...criterion, ...part } : criterion)));
  return (
    <fieldset className={styles.group}>
      <legend>Criteria</legend>
      <p className={styles.help}>What is rated after the interview, from 1 to 4.</p>
      {criteria.map((criterion, index) => (
        <fieldset key={index} className={styles.test}>
          <legend>{`Criterion ${index + 1}`}</legend>
          <TextField
            label="Name"
            maxLength={80}
            autoFocus={index === added}
            error={isChecked && criterion.name.trim() === '' ? 'Name is required' : undefined}
            value={criterion.name}
            onChange={(name) => change(index, { name })}
          />
          <div className={styles.pair}>
            {criterion.meanings.map((meaning, grade) => (
              <TextField
                key={grade}
                label={`A ${grade + 1} means`}
                maxLength={MEANING_MAX}
                value={meaning}
                onChange={(text) =>
                  change(index, { meanings: criterion.meanings.map((old, at) => (at === grade ? text : old)) })
                }
              />
            ))}
          </div>
          <div className={styles.switches}>
            <Button
              size="sm"
              look="quiet"
              aria-label={`Remove criterion ${index + 1}`}
              onClick={() => onChange(criteria.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </div>
        </fieldset>
      ))}
      {criteria.length < CRITERIA_MAX && (
        <Button size="sm" onClick={add}>
          Add a criterion
        </Button>
      )}
    </fieldset>
  );
}
