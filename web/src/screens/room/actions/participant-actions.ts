import type { Participant } from '@cip/contracts/rooms/rooms';
import { useFollowed } from '../../../features/documents/editor/useFollowing.ts';
import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import { decide } from '../admissions/decisions.ts';
import type { LiveRoom } from '../live/live-room.ts';

/** The actions of every participant on another one. */
export function useParticipantActions({ code }: LiveRoom): (participant: Participant) => Action[] {
  const followed = useFollowed(code);
  return ({ id }) =>
    id === followed
      ? [{ label: 'Stop following', onSelect: () => code.follow(null) }]
      : [{ label: 'Follow', onSelect: () => code.follow(id) }];
}

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
