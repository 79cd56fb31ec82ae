import type { InterviewCards } from '@cip/contracts/scorecards/scorecards';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Debrief } from '../../features/scorecards/debrief/Debrief.tsx';
import { DecisionForm } from '../../features/scorecards/debrief/DecisionForm.tsx';
import { PrintedCards } from '../../features/scorecards/debrief/PrintedCards.tsx';
import { scorecardsQuery } from '../../features/scorecards/scorecards.queries.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { mayPlayBack } from '../../features/interviews/playback-access.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { OwnCard } from './OwnCard.tsx';
import styles from './scorecards.module.css';
import { useOwnAddress } from './useOwnAddress.ts';

/** Renders the page of a session: the own scorecard, and the debrief once it may be read. */
export function ScorecardScreen({ interviewId }: { interviewId: string }) {
  useOwnAddress(interviewId);
  const query = useQuery(scorecardsQuery(interviewId));
  const { data: cards } = query;
  const hasFailed = useFailure(query);
  // If an id is malformed, it is refused; if it is unknown, it is not found.
  const isMissing = query.error instanceof ApiError && [404, 422].includes(query.error.status);
  const title = cards ? (cards.candidate_name ?? cards.room_code) : 'Scorecards';
  const lead = cards && `${cards.submitted} of ${Math.max(cards.expected, cards.submitted)} scorecards submitted`;
  return (
    <Page
      title={title}
      tab="Scorecards"
      back={{ label: 'Back to sessions', to: '/sessions' }}
      lead={lead}
      actions={cards && <Ways cards={cards} />}
    >
      {isMissing && (
        <Notice tone="warn" action={<ButtonLink to="/sessions">Sessions</ButtonLink>}>
          This session doesn’t exist, or it was deleted.
        </Notice>
      )}
      {hasFailed && !isMissing && <LoadFailed query={query}>Failed to load the scorecards</LoadFailed>}
      {!cards && !hasFailed && <Skeleton rows={6} height={64} />}
      {cards && <Parts cards={cards} />}
      {cards && <PrintedCards cards={cards} title={title} lead={lead ?? ''} />}
    </Page>
  );
}

/** Once the scorecards may be read, the decision comes first; before that the own scorecard does. */
function Parts({ cards }: { cards: InterviewCards }) {
  // In one list, so that what is typed stays if the order changes.
  const decision = <DecisionForm key="decision" cards={cards} />;
  const parts = [
    <ReadableCards key="debrief" cards={cards} />,
    cards.own && <OwnCard key="own" cards={cards} own={cards.own} />,
  ];
  return cards.may_read ? [decision, ...parts] : [...parts, decision];
}

/** The ways to the rest of the session. */
function Ways({ cards }: { cards: InterviewCards }) {
  const { interview_id: id, room_code: session, is_over: isOver, ended_at: endedAt } = cards;
  return (
    <>
      <ButtonLink to="/sessions" search={{ session }} look="quiet">
        Code and details
      </ButtonLink>
      {isOver ? (
        mayPlayBack(endedAt) && (
          <ButtonLink to="/sessions/$id/playback" params={{ id }}>
            Playback
          </ButtonLink>
        )
      ) : (
        <ButtonLink to="/editor" search={{ room: session }}>
          Join
        </ButtonLink>
      )}
    </>
  );
}

function ReadableCards({ cards }: { cards: InterviewCards }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const couldRead = useRef(cards.may_read);
  useEffect(() => {
    // The form that had the focus has become this.
    if (cards.may_read && !couldRead.current) heading.current?.focus();
    couldRead.current = cards.may_read;
  }, [cards.may_read]);
  if (cards.may_read)
    return (
      <section aria-labelledby="debrief" className={styles.part}>
        <h2 id="debrief" ref={heading} tabIndex={-1}>
          Debrief
        </h2>
        <Debrief cards={cards} />
      </section>
    );
  if (cards.own) return null;
  return <p>Only interviewers who were in the room or watched the recording can write a scorecard.</p>;
}
