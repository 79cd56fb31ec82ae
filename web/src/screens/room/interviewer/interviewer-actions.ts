import type { Participant } from '@cip/contracts/rooms/rooms';
import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import { useParticipantActions } from '../actions/participant-actions.ts';
import { decide } from '../admissions/decisions.ts';
import type { LiveRoom } from '../live/live-room.ts';

/** The actions of an interviewer on another participant. */
export function useInterviewerActions(
  room: LiveRoom,
  askRemove: (participant: Participant) => void,
): (participant: Participant) => Action[] {
  const everybodys = useParticipantActions(room);
  return (participant) =>
    participant.type === 'candidate'
      ? [
          ...everybodys(participant),
          { label: 'Move to waiting room', onSelect: () => void decide(room, 'room:send-back', participant) },
          { label: 'Remove from session', danger: true, onSelect: () => askRemove(participant) },
        ]
      : everybodys(participant);
}
