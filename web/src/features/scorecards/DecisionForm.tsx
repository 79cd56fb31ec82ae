import { DECISIONS, REASON_MAX } from '@cip/contracts/scorecards/scorecard-limits';
import type { Decision, InterviewCards } from '@cip/contracts/scorecards/scorecards';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../shared/form/use-action.ts';
import { formatDateTime } from '../../shared/format.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { ChoiceField } from '../../shared/ui/form/ChoiceField.tsx';
import { TextAreaField } from '../../shared/ui/form/TextAreaField.tsx';
import { DECISION_LABELS } from './card-text.ts';
import { decide } from './scorecards.queries.ts';
import styles from './debrief.module.css';

/** Shows the decision about the candidate, and lets the owner and the host make it. */
export function DecisionForm({ cards }: { cards: InterviewCards }) {
  const { decision: made, may_decide: mayDecide, interview_id: id } = cards;
  const queries = useQueryClient();
  const [decision, setDecision] = useState<Decision | ''>(made?.decision ?? '');
  const [reason, setReason] = useState(made?.reason ?? '');
  const { start, busy, problem } = useAction({
    run: async (wanted: Decision) => {
      await decide(id, { decision: wanted, reason });
      await queries.invalidateQueries({ queryKey: ['scorecards'] });
    },
    failure: () => 'Failed to save the decision',
  });
  if (!mayDecide && made === null) return null;
  return (
    <section className={styles.decision} aria-labelledby="decision">
      <h2 id="decision">Decision</h2>
      {made !== null && (
        <p role="status">
          <strong>{DECISION_LABELS[made.decision]}</strong>
          {`, by ${made.decided_by}, ${formatDateTime(made.decided_at)}`}
          {!mayDecide && made.reason !== null && `. ${made.reason}`}
        </p>
      )}
      {mayDecide && (
        <>
          <ChoiceField
            label="What happens next?"
            value={decision}
            choices={DECISIONS.map((value) => ({ value, label: DECISION_LABELS[value] }))}
            onChange={setDecision}
          />
          <TextAreaField label="Reason" rows={2} maxLength={REASON_MAX} value={reason} onChange={setReason} />
          <div>
            <Button
              busy={busy}
              busyText="Saving..."
              disabled={decision === '' || reason.trim() === ''}
              onClick={() => decision !== '' && start(decision)}
            >
              Save decision
            </Button>
          </div>
          {problem !== null && <p role="alert">{problem}</p>}
        </>
      )}
    </section>
  );
}
