import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { ownNotesQuery } from './own-notes-query.ts';
import { useNotesKey } from './useNotesKey.ts';

// Lazy, because the candidate's talk comes first and the room stays small.
const RoomNotes = lazyPart(async () => (await import('./RoomNotes.tsx')).RoomNotes);

interface NotesSheetProps {
  room: LiveRoom;
  interview: { id: string };
  /** The room's controls are disabled. */
  isOver: boolean;
  onOpen: () => void;
}

/**
 * Returns the sheet with the interviewer's own notes and a function that opens or closes it; a key does so too. The
 * scorecard is loaded with the room, so that it can be written even if the network fails before the end.
 */
export function useNotesSheet({ room, interview: { id: interviewId }, isOver, onOpen }: NotesSheetProps): {
  toggleNotes: () => void;
  notesSheet: ReactNode;
} {
  const isConnected = useRoomState(room, (state) => state.isConnected);
  useQuery({ ...ownNotesQuery(interviewId), enabled: isConnected });
  const [isOpen, setOpen] = useState(false);
  const before = useRef<Element | null>(null);
  const sheet = useRef<HTMLElement>(null);
  const open = () => {
    before.current = document.activeElement;
    setOpen(true);
    onOpen();
  };
  const close = () => {
    setOpen(false);
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  useNotesKey(room, sheet, isOver ? null : open);
  return {
    toggleNotes: isOpen ? close : open,
    notesSheet: isOpen && (
      <Suspense>
        <RoomNotes sheet={sheet} interviewId={interviewId} onClose={close} />
      </Suspense>
    ),
  };
}
