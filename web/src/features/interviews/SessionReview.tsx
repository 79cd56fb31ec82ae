import type { Interview } from '@cip/contracts/interviews';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { interviewOfRoomQuery } from './interviews.queries.ts';
import type { ReviewParts } from './review/review-parts.ts';
import type { InterviewActions } from './useInterviewActions.ts';
import type { useSessionAddress } from './useSessionAddress.ts';

// Cached with the assets of signed-in devices: only they review.
const InterviewSheet = lazyPart(async () => (await import('./review/InterviewSheet.tsx')).InterviewSheet);
const Debrief = lazyPart(async () => (await import('./review/Debrief.tsx')).Debrief);

export interface SessionReviewProps {
  /** The loaded page of the list; undefined until it has loaded. */
  listed: Interview[] | undefined;
  address: ReturnType<typeof useSessionAddress>;
  actions: InterviewActions;
  parts: ReviewParts;
}

/** Height of the questions after an interview (CSS pixels): nothing below them moves when they load. */
const DEBRIEF_PX = 246;

const DebriefPlace = () => <div style={{ height: DEBRIEF_PX }} />;

/** Renders the details of the session that the address names, or asks for notes on the one that has just ended. */
export function SessionReview({ listed, address, actions, parts }: SessionReviewProps) {
  const room = address.session ?? address.ended ?? null;
  const row = listed?.find(({ room_code: code }) => code === room);
  const query = useQuery({
    ...interviewOfRoomQuery(room ?? ''),
    enabled: room !== null && listed !== undefined && !row,
  });
  const interview = row ?? query.data;
  useEffect(() => void InterviewSheet.preload(), []);
  if (room === null) return null;
  if (interview === undefined && address.session === undefined) return !query.error && <DebriefPlace />;
  if (interview === undefined)
    return query.error && <LoadFailed query={query}>This session doesn’t exist, or it was deleted.</LoadFailed>;
  return (
    <Suspense fallback={address.session === undefined && <DebriefPlace />}>
      {address.session === undefined ? (
        <Debrief interview={interview} parts={parts} onReview={() => address.open(room)} onDone={address.forget} />
      ) : (
        <InterviewSheet
          key={interview.id}
          interview={interview}
          parts={parts}
          isNew={address.isNew}
          actions={actions}
          onClose={address.close}
        />
      )}
    </Suspense>
  );
}
