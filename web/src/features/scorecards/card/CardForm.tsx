import { EVIDENCE_MIN, SUMMARY_MAX } from '@cip/contracts/scorecards/scorecard-limits';
import type { CardContent, Criterion } from '@cip/contracts/scorecards/card-content';
import type { ReactNode } from 'react';
import { ChoiceField } from '../../../shared/ui/form/ChoiceField.tsx';
import { TextAreaField } from '../../../shared/ui/form/TextAreaField.tsx';
import { PHONE } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { ratingOf, withRating } from './card-edits.ts';
import { OVERALL_LABELS, OVERALL_ORDER } from '../card-text.ts';
import { CriterionField } from './CriterionField.tsx';
import { NotesField } from './NotesField.tsx';
import { Steps } from './Steps.tsx';
import styles from './card.module.css';

export interface CardFormProps {
  criteria: Criterion[];
  content: CardContent;
  onChange: (content: CardContent) => void;
  /** Saves the typed text. */
  onBlur: () => void;
  minute: () => number | null;
  /** The state of the draft, and the button. */
  foot: ReactNode;
  /** The missing parts of the evidence, shown at the first criterion. */
  evidenceProblem?: string | undefined;
  /** The part that a phone shows, from 0. */
  step: number;
  onStep: (step: number) => void;
}

/** The step of the first criterion, behind the notes. */
export const FIRST_CRITERION = 1;

const EVIDENCE_HELP = `To submit, one criterion needs evidence of at least ${EVIDENCE_MIN} characters.`;

/** Renders a scorecard to fill in; on a phone one part at a time. */
export function CardForm(props: CardFormProps) {
  const { criteria, content, onChange, onBlur, minute, foot, evidenceProblem, step, onStep } = props;
  const isPhone = useMedia(PHONE);
  const notes = (
    <NotesField
      lines={content.notes}
      onChange={(lines) => onChange({ ...content, notes: lines })}
      {...{ onBlur, minute }}
    />
  );
  const ratings = criteria.map((criterion, index) => ({
    name: criterion.name,
    part: (
      <CriterionField
        criterion={criterion}
        rating={ratingOf(content, criterion.id)}
        onChange={(rating) => onChange(withRating(content, rating))}
        onBlur={onBlur}
        {...(index === 0 && { problem: evidenceProblem, help: isPhone ? EVIDENCE_HELP : undefined })}
      />
    ),
  }));
  const end = (
    <div className={styles.overall} data-overall>
      <ChoiceField
        label="Overall"
        value={content.overall ?? ''}
        choices={OVERALL_ORDER.map((value) => ({ value, label: OVERALL_LABELS[value] }))}
        onChange={(overall) => overall !== '' && onChange({ ...content, overall })}
      />
      <TextAreaField
        label="Summary"
        rows={2}
        maxLength={SUMMARY_MAX}
        value={content.summary}
        onChange={(summary) => onChange({ ...content, summary })}
        onBlur={onBlur}
      />
      {foot}
    </div>
  );
  const parts = [{ name: 'My notes', part: notes }, ...ratings, { name: 'Overall', part: end }];
  if (isPhone) return <Steps parts={parts} index={step} onIndex={onStep} />;
  return (
    <div className={styles.card}>
      {notes}
      <div className={styles.criteria}>
        {ratings.map(({ name, part }) => (
          <div key={name}>{part}</div>
        ))}
        <p className={styles.hint}>
          {EVIDENCE_HELP} <span className={styles.keys}>Keys: 1–4, and 0 for not seen.</span>
        </p>
      </div>
      {end}
    </div>
  );
}
