import type { Participant } from '@cip/contracts/rooms/rooms';
import { useFollowed } from '../../../features/documents/editor/useFollowing.ts';
import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import type { LiveRoom } from '../live/live-room.ts';

/** The actions of every participant on another one. */
export function useParticipantActions({ code }: LiveRoom): (participant: Participant) => Action[] {
  const followed = useFollowed(code);
  return ({ id }) =>
    id === followed
      ? [{ label: 'Stop following', onSelect: () => code.follow(null) }]
      : [{ label: 'Follow', onSelect: () => code.follow(id) }];
}
