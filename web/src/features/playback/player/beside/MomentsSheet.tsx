import X from 'lucide-react/icons/x';
import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import styles from './moments.module.css';

interface MomentsSheetProps {
  children: ReactNode;
  onClose: () => void;
}

/** The moments as a sheet on a phone. */
export function MomentsSheet({ children, onClose }: MomentsSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the list in it moves to the current moment, which needs its size.
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className={styles.sheet} aria-labelledby="moments-title" onClose={onClose}>
      <header>
        <h2 id="moments-title">Moments</h2>
        <button type="button" aria-label="Close" onClick={onClose}>
          <X size={20} aria-hidden />
        </button>
      </header>
      {children}
    </dialog>
  );
}
