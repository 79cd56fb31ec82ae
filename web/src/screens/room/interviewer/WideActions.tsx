import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import BookOpenText from 'lucide-react/icons/book-open-text';
import Copy from 'lucide-react/icons/copy';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import Share from 'lucide-react/icons/share-2';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { IconButton } from '../../../shared/ui/joy/IconButton.tsx';
import { WIDE } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { AccessMenu } from '../admissions/access-actions.tsx';
import { NOTES_KEY } from '../notes/useNotesKey.ts';
import styles from '../room.module.css';
import { chimeAction, chimeLabel, questionsLabel } from './bar-labels.ts';
import type { BarActionsProps } from './room-actions.ts';

/** The actions of a wide window: most of them as buttons. */
export function WideActions({ state, isOver, actions: { link, people, session } }: BarActionsProps) {
  const hasRoom = useMedia(WIDE);
  return (
    <>
      <IconButton
        label={questionsLabel(session)}
        size="sm"
        className={styles.counted ?? ''}
        disabled={isOver}
        onClick={session.questions}
      >
        <BookOpenText size={18} aria-hidden />
        {session.readyQuestions > 0 && (
          <span aria-hidden className={styles.count}>
            {session.readyQuestions}
          </span>
        )}
      </IconButton>
      <IconButton
        label="My notes"
        title={`My notes (${NOTES_KEY})`}
        aria-keyshortcuts={NOTES_KEY}
        size="sm"
        disabled={isOver}
        onClick={session.notes}
      >
        <NotebookPen size={18} aria-hidden />
      </IconButton>
      {hasRoom && (
        <IconButton label={chimeLabel(people)} size="sm" disabled={isOver} onClick={people.toggleChime}>
          {people.isChiming ? <Bell size={18} aria-hidden /> : <BellOff size={18} aria-hidden />}
        </IconButton>
      )}
      <AccessMenu
        actions={hasRoom ? people.access : [...people.call, ...people.access, chimeAction(people)]}
        isLocked={state.admissions?.isLocked ?? false}
        disabled={isOver}
      />
      {hasRoom ? (
        <>
          <Button size="sm" look="quiet" icon={<Copy size={16} aria-hidden />} disabled={isOver} onClick={link.copy}>
            Copy link
          </Button>
          <Button size="sm" look="quiet" icon={<Share size={16} aria-hidden />} disabled={isOver} onClick={link.share}>
            Share link
          </Button>
        </>
      ) : (
        <>
          <IconButton label="Copy link" size="sm" disabled={isOver} onClick={link.copy}>
            <Copy size={18} aria-hidden />
          </IconButton>
          <IconButton label="Share link" size="sm" disabled={isOver} onClick={link.share}>
            <Share size={18} aria-hidden />
          </IconButton>
        </>
      )}
      <Button size="sm" look="dangerOutlined" disabled={isOver} onClick={session.end}>
        End
      </Button>
    </>
  );
}
