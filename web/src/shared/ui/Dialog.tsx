import DialogContent from '@mui/joy/DialogContent';
import DialogTitle from '@mui/joy/DialogTitle';
import Modal from '@mui/joy/Modal';
import ModalDialog from '@mui/joy/ModalDialog';
import type { FormEvent, ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './Dialog.module.css';

export interface DialogProps {
  title: string;
  children: ReactNode;
  /** The buttons, the next step first. */
  actions: ReactNode;
  /** Called on Escape and on a click outside; leave it out when the dialog must be answered. */
  onClose?: () => void;
  /** Makes the dialog a form. */
  onSubmit?: () => void;
  role?: 'dialog' | 'alertdialog';
  /** Widest, in CSS pixels. */
  width?: number;
}

/** A dialog over the page; it is there while it is rendered. */
export function Dialog({ title, children, actions, onClose, onSubmit, role = 'dialog', width = 480 }: DialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  const body = (
    <>
      <DialogContent className={classes(styles['content'])}>{children}</DialogContent>
      <div className={styles['actions']}>{actions}</div>
    </>
  );
  return (
    <Modal open className={classes(styles['modal'])} {...(onClose && { onClose: () => onClose() })}>
      <ModalDialog
        role={role}
        variant="outlined"
        className={classes(styles['dialog'])}
        style={{ width: `min(${width}px, calc(100vw - 32px))` }}
      >
        <DialogTitle component="h2" className={classes(styles['title'])}>
          {title}
        </DialogTitle>
        {onSubmit ? (
          <form noValidate onSubmit={submit} className={styles['body']}>
            {body}
          </form>
        ) : (
          <div className={styles['body']}>{body}</div>
        )}
      </ModalDialog>
    </Modal>
  );
}
