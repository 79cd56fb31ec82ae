import type { TypingMode } from '@cip/contracts/rooms/rooms';
import type { RoomState } from '../../../features/rooms/connection/room-state.ts';
import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import type { LinkActions } from '../link/useCandidateLink.tsx';
import type { PeopleActions } from './usePeople.tsx';

/** An interviewer's actions on the code. */
export interface CodeActions {
  save: () => void;
  /** Formats the code; empty in a language without a formatter. */
  format: Action[];
  settings: () => void;
  changeTypingMode: (mode: TypingMode) => void;
  changeLanguage: (language: string) => void;
}

/** An interviewer's actions in the course of the interview. */
interface SessionActions {
  /** Opens the questions that can be shown. */
  questions: () => void;
  /** The number of the template's questions that were not shown yet. */
  readyQuestions: number;
  notes: () => void;
  end: () => void;
}

/** The actions of the interviewer's bar, in four groups. */
export interface RoomActions {
  link: LinkActions;
  code: CodeActions;
  people: PeopleActions;
  session: SessionActions;
}

export interface BarActionsProps {
  state: RoomState;
  /** True if the interview is over. */
  isOver: boolean;
  actions: RoomActions;
}
