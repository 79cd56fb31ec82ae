import { useNavigate } from '@tanstack/react-router';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { ActionMenu } from '../../../shared/ui/overlay/ActionMenu.tsx';
import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import { ConfirmDialog } from '../../../shared/ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import styles from '../room.module.css';
import { useRoomState } from '../live/useLiveRoom.ts';

interface CandidateMenuProps {
  room: LiveRoom;
  /** Shown above the actions. */
  head: ReactNode;
  /** The actions before those of the menu: the call, if the bar has no space for its link, and those on the code. */
  first: Action[];
  onRename: () => void;
}

/** The candidate's menu: help, another name, and the way out. */
export function CandidateMenu({ room, head, first, onRename }: CandidateMenuProps) {
  const navigate = useNavigate();
  const isOver = useRoomState(room, (state) => state.ended !== null);
  const isConnected = useRoomState(room, (state) => state.isConnected);
  const name = useRoomState(room, (state) => state.self?.name ?? room.identity.userName);
  const [open, setOpen] = useState<'help' | 'leave' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <ActionMenu
        label="Help"
        disabled={isOver}
        head={head}
        actions={[
          ...first,
          { label: 'How this works', onSelect: () => setOpen('help') },
          {
            label: isConnected ? 'Change name' : 'Change name once connected',
            disabled: !isConnected,
            onSelect: onRename,
          },
          { label: 'Leave', danger: true, onSelect: () => setOpen('leave') },
        ]}
      >
        <Ellipsis size={20} aria-hidden />
      </ActionMenu>
      {open === 'help' && !isOver && <HelpDialog room={room} onClose={close} />}
      {open === 'leave' && !isOver && (
        <ConfirmDialog
          title="Leave the interview?"
          confirm="Leave"
          confirmBusy="Leaving..."
          busy={false}
          onConfirm={() => void room.code.flush().then(() => navigate({ to: '/' }))}
          onCancel={close}
        >
          Your code stays. The same link brings you back as {name} until the interview ends.
        </ConfirmDialog>
      )}
    </>
  );
}

function HelpDialog({ room, onClose }: { room: LiveRoom; onClose: () => void }) {
  const mode = useRoomState(room, (state) => state.typingMode);
  const seen = mode === 'enter' ? 'each line when you press Enter' : 'each key as you type';
  const buttons = (
    <Button look="primary" autoFocus onClick={onClose}>
      OK
    </Button>
  );
  return (
    <Dialog title="How this works" onClose={onClose} actions={buttons}>
      <ul className={styles.help}>
        <li>You and your interviewer share one editor. Your interviewer sees {seen}.</li>
        <li>Talk on your usual call. This page has no sound or video.</li>
        <li>If the connection drops, your text syncs when it is back.</li>
        <li>You can reload this page at any time.</li>
      </ul>
    </Dialog>
  );
}
