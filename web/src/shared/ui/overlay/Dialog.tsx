import { useId, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../plain/Button.tsx';
import styles from './Dialog.module.css';
import { Modal } from './Modal.tsx';

export interface DialogProps {
  title: string;
  children: ReactNode;
  /** The buttons, the primary one first. */
  actions: ReactNode;
  /** Lays the buttons out in their order, the last one at the edge; else the first one is at the edge. */
  inOrder?: boolean;
  /** Called on Escape and on a click outside; leave it out if the user must choose an action. */
  onClose?: () => void;
  /** Turns the dialog into a form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** True if the dialog holds unsaved input, so that Escape and a click outside need a confirmation. */
  isDirty?: boolean;
  /** True while the action runs. Nothing closes the dialog then, because the action cannot be called back. */
  busy?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** Maximum width, in CSS pixels. */
  width?: number;
}

/** Renders a modal dialog; it is open for as long as it is rendered. */
export function Dialog(props: DialogProps) {
  const { title, children, actions, inOrder, onClose, onSubmit, isDirty = false, busy = false } = props;
  const { role = 'dialog', width = 480 } = props;
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  const close = busy ? undefined : onClose && (() => (isDirty ? setAsking(true) : onClose()));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit?.(event);
  };
  const body = (
    <>
      <div id={`${id}-content`} className={styles.content}>
        {children}
      </div>
      <div className={styles.actions} data-in-order={inOrder}>
        {actions}
      </div>
    </>
  );
  return (
    <Modal
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-content`}
      className={styles.dialog}
      style={{ width: `min(${width}px, calc(100vw - 32px))` }}
      onClose={close}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        {title}
      </h2>
      {onSubmit ? (
        <form noValidate onSubmit={submit} className={styles.body}>
          {body}
        </form>
      ) : (
        <div className={styles.body}>{body}</div>
      )}
      {isAsking && onClose && <DiscardDialog onDiscard={onClose} onKeep={() => setAsking(false)} />}
    </Modal>
  );
}

/** Requires a confirmation before unsaved input is discarded. */
export function DiscardDialog({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  return (
    <Dialog
      role="alertdialog"
      title="Discard what you typed?"
      onClose={onKeep}
      actions={
        <>
          <Button look="danger" onClick={onDiscard}>
            Discard
          </Button>
          <Button look="quiet" onClick={onKeep} autoFocus>
            Keep editing
          </Button>
        </>
      }
    >
      It is not saved yet.
    </Dialog>
  );
}
