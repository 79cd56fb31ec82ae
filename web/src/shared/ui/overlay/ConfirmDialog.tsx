import type { ReactNode } from 'react';
import { Button } from '../plain/Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** Label of the confirming button, a verb. */
  confirm: string;
  confirmBusy?: string;
  /** The look of the confirming button. */
  look?: 'danger' | 'primary';
  /** Label of the button that closes the dialog. */
  dismiss?: string;
  /** Whether it cannot be confirmed yet. */
  disabled?: boolean;
  /** As of a dialog. */
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Requires a confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  confirmBusy,
  look = 'danger',
  dismiss = 'Cancel',
  disabled = false,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title={title}
      busy={busy}
      onClose={onCancel}
      actions={
        <>
          <Button
            look={look}
            disabled={disabled}
            busy={busy}
            {...(confirmBusy && { busyText: confirmBusy })}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
          <Button look="quiet" disabled={busy} onClick={onCancel} autoFocus>
            {dismiss}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
