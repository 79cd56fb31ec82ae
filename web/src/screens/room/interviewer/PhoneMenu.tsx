import Ellipsis from 'lucide-react/icons/ellipsis';
import { TYPING_MODE_LABELS } from '../../../features/rooms/typing-mode-label.ts';
import { ActionMenu } from '../../../shared/ui/overlay/ActionMenu.tsx';
import { chimeAction, questionsLabel } from './bar-labels.ts';
import type { BarActionsProps } from './room-actions.ts';

/** The actions of a phone, in a menu. */
export function PhoneMenu({ state, isOver, actions: { link, code, people, session } }: BarActionsProps) {
  const other = state.typingMode === 'enter' ? 'instant' : 'enter';
  return (
    <ActionMenu
      label="More"
      disabled={isOver}
      actions={[
        ...people.call,
        ...(link.invite ? [{ label: 'Invite candidate', onSelect: link.invite }] : []),
        { label: questionsLabel(session), onSelect: session.questions },
        { label: 'Share link', onSelect: link.share },
        { label: 'Copy link', onSelect: link.copy },
        { label: 'QR code', onSelect: link.showCode },
        { label: 'My notes', onSelect: session.notes },
        { label: 'Save', onSelect: code.save },
        ...code.format,
        {
          label: `Typing mode: ${TYPING_MODE_LABELS[state.typingMode]}. Switch to ${TYPING_MODE_LABELS[other]}`,
          disabled: !state.isConnected,
          onSelect: () => code.changeTypingMode(other),
        },
        ...people.access,
        chimeAction(people),
        { label: 'Editor settings', onSelect: code.settings },
        { label: 'End', danger: true, onSelect: session.end },
      ]}
    >
      <Ellipsis size={20} aria-hidden />
    </ActionMenu>
  );
}
