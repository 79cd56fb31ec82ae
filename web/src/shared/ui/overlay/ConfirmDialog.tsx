import type { ReactNode } from 'react';
import { Button } from '../form/Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** What the button does, as a verb. */
  confirm: string;
  confirmBusy?: string;
  /** What the other button says. */
  dismiss?: string;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  confirmBusy,
  dismiss = 'Cancel',
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title={title}
      onClose={onCancel}
      actions={
        <>
          <Button look="danger" busy={busy} {...(confirmBusy && { busyText: confirmBusy })} onClick={onConfirm}>
            {confirm}
          </Button>
          <Button look="quiet" onClick={onCancel} autoFocus>
            {dismiss}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
