import { Suspense, useState, type ComponentType } from 'react';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import styles from './settings.module.css';

/** Shown in place of a part that is not cached, if there is no network. */
export const SeenOnline = () => <Notice tone="info">These settings can be seen online.</Notice>;

interface AfterClickProps {
  label: string;
  /** A few words on what the part holds; undefined while they are not known. */
  state: string | undefined;
  part: ComponentType;
}

/** Renders a button, and after a click the part it names, which loads only then because few people need it. */
export function AfterClick({ label, state, part: Part }: AfterClickProps) {
  const [isShown, setShown] = useState(false);
  if (isShown)
    return (
      <Suspense fallback={<Skeleton rows={2} height={56} />}>
        <Part />
      </Suspense>
    );
  return (
    <div className={styles.closed}>
      <Button onClick={() => setShown(true)}>{label}</Button>
      <span>{state}</span>
    </div>
  );
}
