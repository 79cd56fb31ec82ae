import type { InterviewWithCode } from '@cip/contracts/interviews/interviews';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { interviewQuestionsQuery } from '../../../features/questions/room/interview-questions.queries.ts';
import { plannedQuestions } from '../../../features/questions/room/planned-questions.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { useStore } from '../../../shared/store.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';

/** If an earlier release stored the interview on the device, it has no template name. */
type ReadyInterview = Pick<InterviewWithCode, 'id'> & Partial<Pick<InterviewWithCode, 'template_name'>>;

/** Returns how many questions of the template were not shown yet, and announces them once while none was shown. */
export function useReadyQuestions(room: LiveRoom, interview: ReadyInterview): number {
  const { data, refetch } = useQuery({ ...interviewQuestionsQuery(interview.id), enabled: false });
  const hasTemplate = typeof interview.template_name === 'string';
  const isConnected = useRoomState(room, (state) => state.isConnected);
  // Not the whole store, because it changes with each report of tests.
  const shown = useStore(room.shownQuestions.store, ({ questions }) => questions.map(({ id }) => id).join());
  useEffect(() => {
    if (hasTemplate && isConnected) void refetch();
  }, [hasTemplate, isConnected, shown, refetch]);
  const ready = data ? plannedQuestions(data).length : 0;
  const isUntold = ready > 0 && data?.shown.length === 0;
  const tell = useEffectEvent(() => {
    toast('good', `${ready === 1 ? '1 question is' : `${ready} questions are`} ready under Questions.`);
  });
  useEffect(() => {
    if (isUntold) tell();
  }, [isUntold]);
  return ready;
}
