import { DECISIONS, REASON_MAX } from '@cip/contracts/scorecards/scorecard-limits';
import type { Decision, InterviewCards } from '@cip/contracts/scorecards/scorecards';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../shared/form/use-action.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { ChoiceField } from '../../shared/ui/form/ChoiceField.tsx';
import { TextAreaField } from '../../shared/ui/form/TextAreaField.tsx';
import { DECISION_LABELS, decisionText } from './card-text.ts';
import { decide } from './scorecards.queries.ts';
import styles from './decision.module.css';

/** Shows the decision about the candidate, and lets the owner and the host make it. */
export function DecisionForm({ cards }: { cards: InterviewCards }) {
  const { decision: made, may_decide: mayDecide } = cards;
  if (!mayDecide && made === null) return null;
  return (
    <section className={styles.decision} aria-labelledby="decision">
      <div className={styles.head}>
        <h2 id="decision">Decision</h2>
        {made !== null && (
          <p role="status">
            {decisionText(made)}
            {!mayDecide && made.reason !== null && `. ${made.reason}`}
          </p>
        )}
      </div>
      {mayDecide && <Choice cards={cards} />}
    </section>
  );
}

function Choice({ cards }: { cards: InterviewCards }) {
  const { decision: made, interview_id: id, may_read: mayRead, own } = cards;
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
  const isSame = decision === made?.decision && reason === (made.reason ?? '');
  // An own scorecard comes first.
  const isNext = made === null && mayRead && own?.submitted_at !== null;
  return (
    <>
      <div className={styles.row}>
        <ChoiceField
          label="What happens next?"
          value={decision}
          choices={DECISIONS.map((value) => ({ value, label: DECISION_LABELS[value] }))}
          onChange={setDecision}
        />
        <TextAreaField label="Reason" rows={1} maxLength={REASON_MAX} value={reason} onChange={setReason} />
        <Button
          look={isNext ? 'primary' : 'secondary'}
          busy={busy}
          busyText="Saving..."
          disabled={decision === '' || reason.trim() === '' || isSame}
          onClick={() => decision !== '' && start(decision)}
        >
          Save decision
        </Button>
      </div>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </>
  );
}
