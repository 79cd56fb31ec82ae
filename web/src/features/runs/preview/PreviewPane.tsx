import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { useLayoutEffect, useRef } from 'react';
import { useStore } from '../../../shared/store.ts';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { IconButton } from '../../../shared/ui/plain/IconButton.tsx';
import { OutputText } from '../panel/OutputText.tsx';
import type { Preview } from './preview.ts';
import styles from './preview.module.css';

interface PreviewPaneProps {
  preview: Preview;
  isHidden: boolean;
  /** In place of the code, on a phone. */
  isWhole: boolean;
  onRefresh: () => void;
  onClose: () => void;
  /** Leads to the code. */
  onLeave: () => void;
}

/** The page that the room's files make, beside the code. It stays while it is hidden, so that it keeps its state. */
export function PreviewPane({ preview, isHidden, isWhole, onRefresh, onClose, onLeave }: PreviewPaneProps) {
  const { phase, of, why, console } = useStore(preview.store);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    preview.attach(place.current);
    return () => preview.attach(null);
  }, [preview]);
  return (
    <section aria-label="Preview" className={styles.pane} hidden={isHidden} data-whole={isWhole} data-preview>
      <div className={styles.head}>
        <h2 className={styles.title}>Preview</h2>
        <span className={styles.of}>{phase === 'shown' && of !== '' && `of ${of}`}</span>
        <Button size="sm" look="quiet" icon={<RotateCw size={14} aria-hidden />} onClick={onRefresh}>
          Refresh
        </Button>
        {!isWhole && (
          <IconButton label="Close preview" size="sm" onClick={onClose}>
            <X size={16} aria-hidden />
          </IconButton>
        )}
      </div>
      <div className={styles.stage}>
        <div ref={place} className={styles.place} data-shown={phase === 'shown' || phase === 'starting'} />
        {phase === 'none' && <p className={styles.note}>Press Run or Refresh to see the page here.</p>}
        {phase === 'lost' && <p className={styles.note}>{why} Press Refresh to start it again.</p>}
      </div>
      {phase === 'shown' && (
        <button type="button" className={styles.leave} onClick={onLeave}>
          Back to the code
        </button>
      )}
      {console !== '' && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <div role="log" aria-label="Console" aria-live="off" tabIndex={0} className={styles.console}>
          <OutputText text={console} stream="out" />
        </div>
      )}
    </section>
  );
}
