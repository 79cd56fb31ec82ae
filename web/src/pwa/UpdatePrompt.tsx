import { useEffect, useState } from 'react';
import { useStore } from '../shared/store.ts';
import { Button } from '../shared/ui/joy/Button.tsx';
import { Strip } from '../shared/ui/feedback/Strip.tsx';
import { toast } from '../shared/ui/feedback/toast-store.ts';
import { isReloading } from './stale-files.ts';
import { hasUnsent } from './unsent.ts';
import { updateStore } from './update-store.ts';

/** The prompt checks for unsent work at this interval, in milliseconds. */
const CHECK_EVERY_MS = 5_000;

/** Offers the new version once no work is unsent. Only this tab reloads, and only on a click. */
export function UpdatePrompt({ onLater }: { onLater: () => void }) {
  const isClear = useNothingUnsent();
  const [isChecking, setChecking] = useState(false);
  const isLoading = useStore(isReloading);
  const accept = async () => {
    setChecking(true);
    const isBarred = await hasUnsent();
    setChecking(false);
    if (isBarred) toast('bad', 'Syncing your changes first. Try again in a moment.');
    else updateStore.get().accept();
  };
  if (!isClear) return null;
  const actions = (
    <>
      <Button size="sm" busy={isChecking || isLoading} busyText="Reloading..." onClick={() => void accept()}>
        Reload
      </Button>
      <Button size="sm" look="quiet" onClick={onLater}>
        Later
      </Button>
    </>
  );
  return (
    <Strip tone="info" actions={actions}>
      A new version is available.
    </Strip>
  );
}

function useNothingUnsent(): boolean {
  const [isClear, setClear] = useState(false);
  useEffect(() => {
    const check = () => void hasUnsent().then((unsent) => setClear(!unsent));
    check();
    const timer = setInterval(check, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return isClear;
}
