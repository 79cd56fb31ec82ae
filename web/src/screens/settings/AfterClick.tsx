import { Suspense, useState, type ComponentType } from 'react';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';

/** Shown in place of a part that is not cached, if there is no network. */
export const SeenOnline = () => <Notice tone="info">These settings can be seen online.</Notice>;

/** Renders a button, and after a click the part it names, which loads only then because few people need it. */
export function AfterClick({ label, part: Part }: { label: string; part: ComponentType }) {
  const [isShown, setShown] = useState(false);
  if (isShown)
    return (
      <Suspense fallback={<Skeleton rows={2} height={56} />}>
        <Part />
      </Suspense>
    );
  return (
    <div>
      <Button onClick={() => setShown(true)}>{label}</Button>
    </div>
  );
}
