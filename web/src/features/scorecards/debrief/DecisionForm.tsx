import { DECISIONS, REASON_MAX } from '@cip/contracts/scorecards/scorecard-limits';
import type { InterviewCards } from '@cip/contracts/scorecards/scorecards';
import type { Decision } from '@cip/contracts/scorecards/card-content';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useUnsaved } from '../../../shared/device/unsaved.ts';
import { useAction } from '../../../shared/form/use-action.ts';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { ChoiceField } from '../../../shared/ui/form/ChoiceField.tsx';
import { TextAreaField } from '../../../shared/ui/form/TextAreaField.tsx';
import { DECISION_LABELS, decisionText } from '../card-text.ts';
import { decide } from '../scorecards.queries.ts';
import styles from './decision.module.css';

/** Shows the decision about the candidate, and lets the owner and the host make it. */
export function DecisionForm({ cards }: { cards: InterviewCards }) {
  const { decision: made, may_decide: mayDecide } = cards;
  const section = useRef<HTMLElement>(null);
  const [saved, setSaves] = useSavedFocus(section);
  if (!mayDecide && made === null) return null;
  return (
    <section ref={section} className={styles.decision} aria-labelledby="decision">
      <div className={styles.head}>
        <h2 id="decision">Decision</h2>
        {/* Also without a text, so that the first one is announced. */}
        <p ref={saved} role="status" tabIndex={-1}>
          {made !== null && decisionText(made)}
          {!mayDecide && made?.reason && `. ${made.reason}`}
        </p>
      </div>
      {mayDecide && <Choice cards={cards} onSaved={() => setSaves((saves) => saves + 1)} />}
    </section>
  );
}

/** Gives the focus to the saved decision, because the button that had it is disabled after the save. */
function useSavedFocus(section: RefObject<HTMLElement | null>) {
  const saved = useRef<HTMLParagraphElement>(null);
  const [saves, setSaves] = useState(0);
  useEffect(() => {
    const { activeElement: focused, body } = document;
    // Not if the user has moved on meanwhile.
    const isLeft = focused !== body && !section.current?.contains(focused);
    if (saves > 0 && !isLeft) saved.current?.focus();
  }, [saves, section]);
  return [saved, setSaves] as const;
}

function Choice({ cards, onSaved }: { cards: InterviewCards; onSaved: () => void }) {
  const { decision: made, interview_id: id, may_read: mayRead, own } = cards;
  const queries = useQueryClient();
  // A colleague's decision replaces the one in the form, except for what the user has changed.
  const [edits, setEdits] = useState<{ decision?: Decision | ''; reason?: string }>({});
  const { decision = made?.decision ?? '', reason = made?.reason ?? '' } = edits;
  const { start, busy, problem } = useAction({
    run: async (wanted: Decision) => {
      await decide(id, { decision: wanted, reason });
      await queries.invalidateQueries({ queryKey: ['scorecards'] });
      setEdits((current) => (current === edits ? {} : current));
      onSaved();
    },
    failure: () => 'Failed to save the decision',
  });
  const isSame = decision === (made?.decision ?? '') && reason === (made?.reason ?? '');
  useUnsaved(!isSame);
  // An own scorecard comes first.
  const isNext = made === null && mayRead && own?.submitted_at !== null;
  return (
    <>
      <div className={styles.row}>
        <ChoiceField
          label="What happens next?"
          value={decision}
          choices={DECISIONS.map((value) => ({ value, label: DECISION_LABELS[value] }))}
          onChange={(value) => setEdits({ ...edits, decision: value })}
        />
        <TextAreaField
          label="Reason"
          rows={1}
          maxLength={REASON_MAX}
          value={reason}
          onChange={(value) => setEdits({ ...edits, reason: value })}
        />
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
