import type { InterviewCards, OwnCard } from '@cip/contracts/scorecards/scorecards';
import { useEffect, useRef } from 'react';
import { minuteNow } from '../../features/scorecards/note-lines.ts';
import { NotesField } from '../../features/scorecards/card/NotesField.tsx';
import { draftText } from './draft-text.ts';
import styles from './scorecards.module.css';
import { useCard } from './useCard.ts';

interface OwnNotesProps {
  cards: InterviewCards;
  own: OwnCard;
  /** Follows the field's own help. */
  help?: string | undefined;
}

/** Renders the notes of the account's own scorecard, ready to be typed. */
export function OwnNotes({ cards, own, help }: OwnNotesProps) {
  const { content, state, change, save, isOver } = useCard(cards, own);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It may come late: if the user has focused a field by then, that keeps the focus.
    if (document.activeElement?.matches('input, textarea') !== true) box.current?.querySelector('textarea')?.focus();
  }, []);
  return (
    <div ref={box} className={styles.notes}>
      <NotesField
        lines={content.notes}
        onChange={(notes) => change({ ...content, notes })}
        onBlur={save}
        minute={() => minuteNow(cards.started_at, isOver)}
        help={help}
      />
      <p role="status">{draftText(state)}</p>
    </div>
  );
}
