import type { Criterion } from '@cip/contracts/questions/templates';
import { useState } from 'react';
import { Button } from '../../../../shared/ui/joy/Button.tsx';
import { TextField } from '../../../../shared/ui/joy/TextField.tsx';
import { singlePress } from '../../../../shared/ui/plain/single-press.ts';
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
        <CriterionFields
          key={index}
          number={index + 1}
          criterion={criterion}
          isNew={index === added}
          isChecked={isChecked}
          onChange={(part) => change(index, part)}
          onRemove={() => onChange(criteria.filter((_, at) => at !== index))}
        />
      ))}
      {criteria.length < CRITERIA_MAX && (
        <Button size="sm" onClick={add}>
          Add a criterion
        </Button>
      )}
    </fieldset>
  );
}

interface CriterionFieldsProps {
  number: number;
  criterion: Criterion;
  isNew: boolean;
  isChecked: boolean;
  onChange: (part: Partial<Criterion>) => void;
  onRemove: () => void;
}

function CriterionFields({ number, criterion, isNew, isChecked, onChange, onRemove }: CriterionFieldsProps) {
  const { name, meanings } = criterion;
  return (
    <fieldset className={styles.test}>
      <legend>{`Criterion ${number}`}</legend>
      <TextField
        label="Name"
        maxLength={80}
        autoFocus={isNew}
        error={isChecked && name.trim() === '' ? 'Name is required' : undefined}
        value={name}
        onChange={(next) => onChange({ name: next })}
      />
      <div className={styles.pair}>
        {meanings.map((meaning, grade) => (
          <TextField
            key={grade}
            label={`A ${grade + 1} means`}
            maxLength={MEANING_MAX}
            value={meaning}
            onChange={(text) => onChange({ meanings: meanings.map((old, at) => (at === grade ? text : old)) })}
          />
        ))}
      </div>
      <div className={styles.switches}>
        <Button size="sm" look="quiet" aria-label={`Remove criterion ${number}`} onClick={singlePress(onRemove)}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}
