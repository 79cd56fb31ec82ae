import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import type { KeyboardEvent, RefObject } from 'react';
import { isTouchOnly } from '../../../features/documents/editor/languages/editor-pane.ts';
import { useFailure } from '../../../shared/form/use-failure.ts';
import { isOfInputMethod } from '../../../shared/input-method.ts';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed.tsx';
import { IconButton } from '../../../shared/ui/joy/IconButton.tsx';
import { Skeleton } from '../../../shared/ui/loading/Skeleton.tsx';
import { OwnNotes } from '../../scorecards/OwnNotes.tsx';
import { ownNotesQuery } from './own-notes-query.ts';
import { NOTES_KEY } from './useNotesKey.ts';
import styles from './room-notes.module.css';

interface RoomNotesProps {
  sheet: RefObject<HTMLElement | null>;
  interviewId: string;
  /** True if they are a sheet of their own, below the code of a phone. */
  isSheet: boolean;
  onClose: () => void;
}

/** Renders the account's own notes beside the code, on a phone below it; the editor stays usable. */
export function RoomNotes({ sheet, interviewId, isSheet, onClose }: RoomNotesProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isOfInputMethod(event.nativeEvent)) return;
    event.stopPropagation();
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from everywhere inside
    <aside ref={sheet} aria-label="My notes" className={isSheet ? styles.sheet : styles.panel} onKeyDown={onKeyDown}>
      {isSheet && (
        <IconButton label="Close notes" size="sm" className={styles.close} onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      )}
      <Notes interviewId={interviewId} />
    </aside>
  );
}

function Notes({ interviewId }: { interviewId: string }) {
  const query = useQuery(ownNotesQuery(interviewId));
  const hasFailed = useFailure(query);
  const { data: cards } = query;
  // What is being typed stays if a later reading fails; a refused save says so itself.
  if (!cards && hasFailed) return <LoadFailed query={query}>Failed to load your notes</LoadFailed>;
  if (!cards) return <Skeleton rows={2} height={64} />;
  if (!cards.own) return <p>Your notes open as soon as you are in the room.</p>;
  return (
    <OwnNotes cards={cards} own={cards.own} help={isTouchOnly() ? undefined : `${NOTES_KEY} moves to the code.`} />
  );
}
