import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef } from 'react';
import type { ReactNode } from 'react';
import { useStore } from '../../../shared/store.ts';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { ownNotesQuery } from '../notes/own-notes-query.ts';
import { useNotesKey } from '../notes/useNotesKey.ts';
import { SidePanel } from './SidePanel.tsx';

// Lazy, because the candidate's talk comes first and the room stays small.
const RoomNotes = lazyPart(async () => (await import('../notes/RoomNotes.tsx')).RoomNotes);

interface SidePanelOptions {
  room: LiveRoom;
  interview: { id: string };
  /** The room's controls are disabled. */
  isOver: boolean;
  onOpen: () => void;
}

/**
 * Returns the panel with the questions and the interviewer's own notes, on a phone the notes alone, and a function that
 * opens or closes the notes; a key does so too. The scorecard is loaded with the room, so that it can be written even
 * if the network fails before the end.
 */
export function useSidePanel({ room, interview: { id: interviewId }, isOver, onOpen }: SidePanelOptions): {
  toggleNotes: () => void;
  sidePanel: ReactNode;
} {
  const isConnected = useRoomState(room, (state) => state.isConnected);
  useQuery({ ...ownNotesQuery(interviewId), enabled: isConnected });
  const { notes: isOpen, isSingle } = useStore(room.panes.store);
  const before = useRef<Element | null>(null);
  const sheet = useRef<HTMLElement>(null);
  const openNotes = () => {
    before.current = document.activeElement;
    room.panes.showNotes();
    onOpen();
  };
  const closeNotes = () => {
    room.panes.hide('notes');
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  const closeAll = () => {
    room.panes.hide('question');
    room.panes.hide('notes');
    // The button that closes it is gone, and an earlier focus may have been inside too.
    room.editor.get()?.focus();
  };
  useNotesKey(room, sheet, isOver ? null : openNotes);
  const notes = isOpen && (
    <Suspense>
      <RoomNotes sheet={sheet} interviewId={interviewId} isSheet={isSingle} onClose={closeNotes} />
    </Suspense>
  );
  return {
    toggleNotes: isOpen ? closeNotes : openNotes,
    sidePanel: isSingle ? notes : <SidePanel {...{ room, notes }} onNotes={openNotes} onClose={closeAll} />,
  };
}
