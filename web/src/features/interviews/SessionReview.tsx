import type { Interview } from '@cip/contracts/interviews/interviews';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { isInterviewer } from '../../shared/device/stored-role.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { interviewOfRoomQuery, listedInterviewQuery } from './interviews.queries.ts';
import type { ReviewParts } from './review/review-parts.ts';
import { sessionKey } from './session-key.ts';
import type { InterviewActions } from './useInterviewActions.ts';
import type { useSessionAddress } from './useSessionAddress.ts';

// Cached only with the assets of signed-in devices, because only they review.
const InterviewSheet = lazyPart(async () => (await import('./review/InterviewSheet.tsx')).InterviewSheet);

export interface SessionReviewProps {
  /** The loaded page of the list; undefined until it has loaded. */
  listed: Interview[] | undefined;
  address: ReturnType<typeof useSessionAddress>;
  actions: InterviewActions;
  parts: ReviewParts;
}

/** Renders the details of the session that the address names. */
export function SessionReview(props: SessionReviewProps) {
  const { session: room } = props.address;
  useEffect(() => void InterviewSheet.preload(), []);
  return room !== undefined && <OpenReview key={room} room={room} {...props} />;
}

function OpenReview({ room, listed, address, actions, parts }: SessionReviewProps & { room: string }) {
  const row = listed?.find((each) => sessionKey(each) === room);
  const isNeeded = listed !== undefined && !row;
  const whole = useQuery({ ...interviewOfRoomQuery(room), enabled: isNeeded && isInterviewer() });
  // Coordinators see only the details in the list.
  const listedAlone = useQuery({ ...listedInterviewQuery(room), enabled: isNeeded && !isInterviewer() });
  const query = isInterviewer() ? whole : listedAlone;
  const found = row ?? query.data ?? undefined;
  const [last, setLast] = useState(found);
  if (found !== undefined && found !== last) setLast(found);
  // The sheet may hold input, so if a session has left the listed page, it stays while the session loads on its own.
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  const interview = found ?? (isGone ? undefined : last);
  if (interview === undefined)
    return (
      (query.error || query.data === null) && (
        <LoadFailed query={query}>This session doesn’t exist, or it was deleted.</LoadFailed>
      )
    );
  return (
    <Suspense>
      <InterviewSheet
        key={interview.id}
        interview={interview}
        parts={parts}
        isNew={address.isNew}
        actions={actions}
        onClose={address.close}
      />
    </Suspense>
  );
}
