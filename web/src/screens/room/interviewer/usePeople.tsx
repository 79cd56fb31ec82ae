import type { InterviewWithCode } from '@cip/contracts/interviews/interviews';
import type { Participant } from '@cip/contracts/rooms/rooms';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ParticipantListProps } from '../../../features/rooms/ParticipantList.tsx';
import { useChimeSetting } from '../../../features/rooms/chime-setting.ts';
import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import { callActions } from '../actions/call-action.ts';
import { RemoveParticipant } from '../actions/RemoveParticipant.tsx';
import { filesAction } from '../files/files-action.ts';
import { accessActions } from '../admissions/access-actions.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useInterviewerActions } from './interviewer-actions.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { useRuleDialog } from '../rule/useRuleDialog.tsx';

/** An interviewer's actions on the people in the room, and on who may enter it. */
export interface PeopleActions {
  colorOf: (id: string) => string;
  actionsOf: ParticipantListProps['actionsOf'];
  /** Opens the call. */
  call: Action[];
  /** The access to the room, and its rule. */
  access: Action[];
  /** Plays a sound if a candidate joins. */
  isChiming: boolean;
  toggleChime: () => void;
}

/** Returns the actions on people, and the dialogs that some of them open. */
export function usePeople(
  room: LiveRoom,
  { call_link: call }: InterviewWithCode,
): { people: PeopleActions; peopleDialogs: ReactNode } {
  const state = useRoomState(room, (whole) => whole);
  const [removing, setRemoving] = useState<Participant | null>(null);
  const actionsOf = useInterviewerActions(room, setRemoving);
  const [isChiming, toggleChime] = useChimeSetting();
  const { ruleAction, ruleDialog } = useRuleDialog(room);
  return {
    people: {
      colorOf: (id) => room.code.colors.of(id).color,
      actionsOf,
      call: callActions(call),
      access: [...accessActions(room, state), ruleAction, filesAction(room, state)],
      isChiming,
      toggleChime,
    },
    peopleDialogs: (
      <>
        {removing && <RemoveParticipant room={room} participant={removing} onClose={() => setRemoving(null)} />}
        {ruleDialog}
      </>
    ),
  };
}
