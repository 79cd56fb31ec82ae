import X from 'lucide-react/icons/x';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../plain/IconButton.tsx';
import { DiscardDialog } from './Dialog.tsx';
import { Modal } from './Modal.tsx';
import styles from './SideSheet.module.css';

export interface SideSheetProps {
  title: string;
  /** Takes most of the screen, on a phone all of it. */
  isWide?: boolean;
  /** Whether the content begins with a heading of its own, above which the title is small. */
  hasHead?: boolean;
  children: ReactNode;
  /** Returns true if the sheet holds unsaved input, so that it needs a confirmation before it closes. */
  isDirty?: () => boolean;
  onClose: () => void;
}

/** Renders a sheet at the side, on a phone at the bottom, that leaves the page visible; it is open while rendered. */
export function SideSheet({ title, isWide = false, hasHead = false, children, isDirty, onClose }: SideSheetProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => (isDirty?.() ? setAsking(true) : onClose());
  return (
    <Modal role="dialog" aria-label={title} className={styles.sheet} data-wide={isWide} onClose={close}>
      <IconButton label="Close" className={styles.close} onClick={close}>
        <X size={20} aria-hidden />
      </IconButton>
      <h2 className={styles.title} data-small={hasHead}>
        {title}
      </h2>
      <div className={styles.body}>{children}</div>
      {isAsking && <DiscardDialog onDiscard={onClose} onKeep={() => setAsking(false)} />}
    </Modal>
  );
}
