import { EVIDENCE_MIN } from '@cip/contracts/scorecards/scorecard-limits';
import type { InterviewCards, OwnCard } from '@cip/contracts/scorecards/scorecards';
import type { CardContent } from '@cip/contracts/scorecards/card-content';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DraftState } from '../../features/outbox/draft.ts';
import { CardForm, FIRST_CRITERION } from '../../features/scorecards/card/CardForm.tsx';
import { minuteNow } from '../../features/scorecards/note-lines.ts';
import styles from '../../features/scorecards/card/card.module.css';
import { useAction } from '../../shared/form/use-action.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { draftText } from './draft-text.ts';
import { useCard } from './useCard.ts';

interface OwnCardFormProps {
  cards: InterviewCards;
  own: OwnCard;
  autoFocus?: boolean;
}

/** Renders the account's own scorecard, which saves itself until it is submitted. */
export function OwnCardForm({ cards, own, autoFocus = false }: OwnCardFormProps) {
  const { content, state, change, save, submit, isSubmitQueued, isOver } = useCard(cards, own);
  const [missing, setMissing] = useState<string | null>(null);
  const [step, setStep] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It may come late: if the user has focused an element by then, that keeps the focus.
    if (autoFocus && document.activeElement === document.body) box.current?.querySelector('textarea')?.focus();
  }, [autoFocus]);
  const { start, busy, problem } = useAction({
    run: async () => {
      const outcome = await submit();
      if (outcome.kind === 'failed') setMissing(outcome.message);
    },
    failure: () => 'Failed to submit the scorecard',
  });
  const onSubmit = () => {
    const lack = missingIn(content);
    // Immediately, because it opens the field that gets the focus, on a phone in another step.
    flushSync(() => {
      setMissing(lack);
      if (lack !== null && content.overall !== null) setStep(FIRST_CRITERION);
    });
    if (lack === null) return start();
    box.current?.querySelector<HTMLElement>(content.overall === null ? OVERALL : 'fieldset textarea')?.focus();
  };
  const isSubmitted = own.submitted_at !== null && !own.has_unsubmitted && !isMoving(state);
  return (
    <div ref={box}>
      <CardForm
        criteria={cards.criteria}
        content={content}
        onChange={change}
        onBlur={save}
        evidenceProblem={missing !== null && content.overall !== null ? missing : undefined}
        {...{ step, onStep: setStep }}
        minute={() => minuteNow(cards.started_at, isOver)}
        foot={
          <div className={styles.foot}>
            <p role="status">
              {isSubmitQueued ? 'Will be submitted when you are online' : stateText(state, isOver, own)}
            </p>
            {(missing ?? problem) !== null && (
              <p role="alert" className={styles.problem}>
                {missing ?? problem}
              </p>
            )}
            <Button
              look="primary"
              busy={busy}
              busyText="Submitting..."
              disabled={!isOver || isSubmitQueued || isSubmitted}
              onClick={onSubmit}
            >
              {own.submitted_at === null ? 'Submit scorecard' : 'Submit changes'}
            </Button>
          </div>
        }
      />
    </div>
  );
}

/** The first choice of a recommendation. */
const OVERALL = '[data-overall] input';

function missingIn({ overall, ratings }: CardContent): string | null {
  if (overall === null) return 'Choose an overall recommendation.';
  if (ratings.some(({ evidence }) => [...evidence.trim()].length >= EVIDENCE_MIN)) return null;
  return `Write evidence of at least ${EVIDENCE_MIN} characters for one criterion.`;
}

/** True if the server does not have the latest text yet. */
const isMoving = ({ kind }: DraftState) => kind !== 'untouched' && kind !== 'saved';

function stateText(state: DraftState, isOver: boolean, own: OwnCard): string {
  if (isMoving(state)) return draftText(state);
  if (own.has_unsubmitted && own.submitted_at !== null) return 'Your changes are saved, and not submitted yet.';
  if (own.submitted_at !== null) return 'Submitted';
  if (!isOver) return `${draftText(state)} You can submit after the session ends.`.trim();
  return state.kind === 'saved' ? draftText(state) : 'Others read it only after they have submitted theirs.';
}
