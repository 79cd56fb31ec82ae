import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import type { RoomActions } from './room-actions.ts';
import type { PeopleActions } from './usePeople.tsx';

/** Returns the name of the button that opens the questions. */
export function questionsLabel({ readyQuestions }: RoomActions['session']): string {
  return readyQuestions > 0 ? `Questions (${readyQuestions} ready)` : 'Questions';
}

/** Returns the action that switches the sound of arrivals. */
export const chimeAction = (people: PeopleActions): Action => ({
  label: chimeLabel(people),
  onSelect: people.toggleChime,
});

/** Returns the name of that action. */
export function chimeLabel({ isChiming }: PeopleActions): string {
  return isChiming ? 'Mute join sound' : 'Unmute join sound';
}
