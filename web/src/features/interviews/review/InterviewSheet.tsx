import type { Interview } from '@cip/contracts/interviews/interviews';
import { Suspense } from 'react';
import { hasUnsaved } from '../../../shared/device/unsaved.ts';
import { isInterviewer } from '../../../shared/device/stored-role.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { ButtonLink } from '../../../shared/ui/joy/ButtonLink.tsx';
import { SideSheet } from '../../../shared/ui/overlay/SideSheet.tsx';
import { Notice } from '../../../shared/ui/feedback/Notice.tsx';
import { PHONE } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { mayPlayBack } from '../playback-access.ts';
import { NoPlayback } from './NoPlayback.tsx';
import { StatusChip } from '../../../shared/ui/feedback/StatusChip.tsx';
import { ActionProblem } from '../ActionProblem.tsx';
import { INTERVIEW_TONES, isDeclined } from '../interview-text.ts';
import { invitationNews } from '../mail-text.ts';
import { hasRoomCode } from '../session-key.ts';
import type { InterviewActions } from '../useInterviewActions.ts';
import { CodePreview } from './CodePreview.tsx';
import { CopyLink } from './CopyLink.tsx';
import { ExportInterview } from './ExportInterview.tsx';
import { Facts } from './Facts.tsx';
import type { ReviewParts } from './review-parts.ts';
import { ScheduledPlan } from './ScheduledPlan.tsx';
import { ButtonRow } from '../../../shared/ui/ButtonRow.tsx';
import styles from './review.module.css';

export interface InterviewSheetProps {
  interview: Interview;
  parts: ReviewParts;
  /** Whether it was scheduled a moment ago. */
  isNew: boolean;
  actions: InterviewActions;
  onClose: () => void;
}

/** Shows an interview for its review: the code first, then the notes and the facts; for coordinators its plan alone. */
export function InterviewSheet({ interview, parts, isNew, actions, onClose }: InterviewSheetProps) {
  const { id, status } = interview;
  const hasCode = status === 'active' || status === 'completed';
  const isAtThumb = useMedia(PHONE) && (status === 'scheduled' || status === 'active');
  if (!isInterviewer()) return <PlanSheet {...{ interview, parts, isNew, actions, onClose }} />;
  return (
    <SideSheet title="Session details" isWide hasHead isDirty={hasUnsaved} onClose={onClose}>
      <ActionProblem actions={actions} />
      <Head {...{ interview, isNew, actions }} hasWays={!isAtThumb} />
      {isDeclined(interview) && (
        <Notice tone="warn">
          {interview.candidate_name ?? 'The candidate'} can’t make it.
          {interview.decline_note && <q className={styles.note}>{interview.decline_note}</q>}
        </Notice>
      )}
      <div className={styles.columns}>
        {hasCode && (
          <section className={styles.code} aria-labelledby="session-code">
            <h3 id="session-code">Code</h3>
            <CodePreview interviewId={id} parts={parts} />
          </section>
        )}
        {!hasCode && (
          <div className={styles.side}>
            {status === 'scheduled' && <ScheduledPlan {...{ interview, isNew }} onChanged={actions.refresh} />}
            <p className={styles.meta}>No code editor data available for this session</p>
          </div>
        )}
        <Side {...{ interview, parts, actions, hasCode }} />
      </div>
      {isAtThumb && (
        <div className={styles.thumb}>
          <Ways {...{ interview, actions }} />
        </div>
      )}
    </SideSheet>
  );
}

function Side({
  interview,
  parts,
  actions,
  hasCode,
}: Pick<InterviewSheetProps, 'interview' | 'parts' | 'actions'> & { hasCode: boolean }) {
  return (
    <div className={styles.side}>
      <parts.Notes interview={interview} />
      <Facts interview={interview} onChanged={actions.refresh} />
      <ButtonRow>
        {hasCode && (
          <ButtonLink to="/sessions/$id" params={{ id: interview.id }} look="quiet">
            Scorecards
          </ButtonLink>
        )}
        <ExportInterview interview={interview} />
        {interview.status === 'scheduled' && <CancelButton {...{ interview, actions }} />}
      </ButtonRow>
    </div>
  );
}

function PlanSheet({ interview, parts: { CardState }, isNew, actions, onClose }: InterviewSheetProps) {
  const { status } = interview;
  return (
    <SideSheet title="Session details" hasHead isDirty={hasUnsaved} onClose={onClose}>
      <ActionProblem actions={actions} />
      <Head {...{ interview, isNew, actions }} hasWays />
      <div className={styles.side}>
        <Suspense>{status === 'completed' && <CardState interview={interview} listed={[interview]} />}</Suspense>
        {status === 'scheduled' && <ScheduledPlan {...{ interview, isNew }} onChanged={actions.refresh} />}
        <Facts interview={interview} onChanged={actions.refresh} />
        {status === 'scheduled' && (
          <ButtonRow>
            <CancelButton {...{ interview, actions }} />
          </ButtonRow>
        )}
      </div>
    </SideSheet>
  );
}

function CancelButton({ interview, actions }: Pick<InterviewSheetProps, 'interview' | 'actions'>) {
  return (
    <Button look="quiet" onClick={() => actions.askCancel(interview)}>
      Cancel session
    </Button>
  );
}

interface HeadProps extends Pick<InterviewSheetProps, 'interview' | 'isNew' | 'actions'> {
  /** Whether the next steps stand in the head. */
  hasWays: boolean;
}

function Head({ interview, isNew, actions, hasWays }: HeadProps) {
  const { status, scheduled_at: start } = interview;
  const canInterview = isInterviewer();
  const isPlayable = mayPlayBack(interview.ended_at);
  return (
    <div className={styles.head} data-new={isNew}>
      <div className={styles.who}>
        <strong>{interview.candidate_name ?? 'N/A'}</strong>
        <StatusChip tone={INTERVIEW_TONES[status]}>{status.toUpperCase()}</StatusChip>
      </div>
      {isNew && (
        <p role="status">
          Scheduled for {formatDateTime(start)}. {invitationNews(interview)}
        </p>
      )}
      {hasWays && <Ways {...{ interview, actions }} />}
      {canInterview && status === 'active' && <p className={styles.meta}>Playback opens after the end.</p>}
      {canInterview && status === 'completed' && !isPlayable && <NoPlayback />}
    </div>
  );
}

/** The next steps of an interview. */
function Ways({ interview, actions }: Pick<InterviewSheetProps, 'interview' | 'actions'>) {
  const { id, status, room_code: room } = interview;
  const canInterview = isInterviewer();
  return (
    <ButtonRow>
      {canInterview && status === 'active' && (
        <ButtonLink to="/editor" search={{ room }} look="primary" size="sm">
          Join
        </ButtonLink>
      )}
      {canInterview && status === 'completed' && mayPlayBack(interview.ended_at) && (
        <ButtonLink to="/sessions/$id/playback" params={{ id }} look="primary" size="sm">
          Playback
        </ButtonLink>
      )}
      {canInterview && status === 'scheduled' && (
        <Button look="primary" size="sm" busy={actions.busy} onClick={() => actions.start(interview)}>
          Start Session
        </Button>
      )}
      {status === 'active' && hasRoomCode(interview) && <CopyLink roomCode={room} />}
    </ButtonRow>
  );
}
