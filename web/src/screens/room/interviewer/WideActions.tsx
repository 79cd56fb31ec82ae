import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import BookOpenText from 'lucide-react/icons/book-open-text';
import Copy from 'lucide-react/icons/copy';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import Share from 'lucide-react/icons/share-2';
import { IconButton } from '../../../shared/ui/joy/IconButton.tsx';
import { SMALL_SCREEN, WIDE } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { AccessMenu } from '../admissions/access-actions.tsx';
import { NOTES_KEY } from '../notes/useNotesKey.ts';
import styles from '../room.module.css';
import { chimeAction, chimeLabel, questionsLabel } from './bar-labels.ts';
import type { BarActionsProps } from './room-actions.ts';

const SIZE = 18;

/**
 * The actions of a wide window, in groups. While no candidate is here, the next step is to send the link, so its
 * buttons have their labels then; afterwards those of the interview have them.
 */
export function WideActions({ state, isOver, actions: { link, people, session } }: BarActionsProps) {
  const hasRoom = useMedia(WIDE);
  const hasStrip = !useMedia(SMALL_SCREEN);
  const isAlone = !state.participants.some(({ type }) => type === 'candidate');
  return (
    <>
      <SessionGroup session={session} isLabelled={hasRoom && !isAlone} disabled={isOver} />
      <div className={styles.group}>
        {hasRoom && (
          <IconButton label={chimeLabel(people)} size="sm" disabled={isOver} onClick={people.toggleChime}>
            {people.isChiming ? <Bell size={SIZE} aria-hidden /> : <BellOff size={SIZE} aria-hidden />}
          </IconButton>
        )}
        <AccessMenu
          actions={
            hasRoom
              ? people.access
              : [...people.call, { label: 'Share link', onSelect: link.share }, ...people.access, chimeAction(people)]
          }
          isLocked={state.admissions?.isLocked ?? false}
          disabled={isOver}
        />
      </div>
      {/* A tablet's window has Copy under the code. */}
      {(hasRoom || !hasStrip) && <LinkGroup link={link} isLabelled={hasRoom && isAlone} disabled={isOver} />}
    </>
  );
}

interface GroupProps {
  isLabelled: boolean;
  disabled: boolean;
}

function SessionGroup({ session, isLabelled, disabled }: GroupProps & Pick<BarActionsProps['actions'], 'session'>) {
  const button = { size: 'sm', className: styles.named ?? '', disabled } as const;
  return (
    <div className={styles.group}>
      <IconButton label={questionsLabel(session)} {...button} onClick={session.questions}>
        <BookOpenText size={SIZE} aria-hidden />
        {isLabelled && 'Questions'}
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
        {...button}
        onClick={session.notes}
      >
        <NotebookPen size={SIZE} aria-hidden />
        {isLabelled && 'Notes'}
      </IconButton>
    </div>
  );
}

function LinkGroup({ link, isLabelled, disabled }: GroupProps & Pick<BarActionsProps['actions'], 'link'>) {
  const button = { size: 'sm', className: styles.named ?? '', disabled } as const;
  return (
    <div className={styles.group}>
      <IconButton label="Copy link" {...button} onClick={link.copy}>
        <Copy size={SIZE} aria-hidden />
        {isLabelled && 'Copy link'}
      </IconButton>
      <IconButton label="Share link" {...button} onClick={link.share}>
        <Share size={SIZE} aria-hidden />
        {isLabelled && 'Share link'}
      </IconButton>
    </div>
  );
}
