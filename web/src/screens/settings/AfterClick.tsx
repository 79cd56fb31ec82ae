import { Suspense, useState, type ComponentType } from 'react';
import { DisclosureRow } from '../../shared/ui/DisclosureRow.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import styles from './settings.module.css';

/** Shown in place of a part that is not cached, if there is no network. */
export const SeenOnline = () => <Notice tone="info">These settings can be seen online.</Notice>;

interface AfterClickProps {
  label: string;
  /** A few words on what the part holds; undefined while they are not known. */
  state?: string | undefined;
  part: ComponentType;
}

/** Renders a row that unfolds the part it names, which loads only then because few people need it. */
export function AfterClick({ label, state, part: Part }: AfterClickProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const toggle = () => {
    setOpen(!isOpen);
    setWasOpen(true);
  };
  return (
    <>
      <div className={styles.folded}>
        <DisclosureRow name={label} facts={state} isOpen={isOpen} onToggle={toggle} />
      </div>
      {/* Folded again it stays, because it may show a secret that is shown once. */}
      {wasOpen && (
        <div className={styles.unfolded} hidden={!isOpen}>
          <Suspense fallback={<Skeleton rows={2} height={56} />}>
            <Part />
          </Suspense>
        </div>
      )}
    </>
  );
}
