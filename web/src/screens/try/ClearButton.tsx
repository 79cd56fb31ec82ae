import { useState } from 'react';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { ConfirmDialog } from '../../shared/ui/overlay/ConfirmDialog.tsx';

/** Empties the page after a confirmation, because its text is kept nowhere else. */
export function ClearButton({ onClear }: { onClear: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const clear = () => {
    onClear();
    setAsking(false);
  };
  return (
    <>
      <Button size="sm" look="quiet" onClick={() => setAsking(true)}>
        Clear all
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Clear this page?"
          confirm="Clear"
          confirmBusy="Clearing..."
          busy={false}
          onConfirm={clear}
          onCancel={() => setAsking(false)}
        >
          Your text is removed from this device. It is kept nowhere else.
        </ConfirmDialog>
      )}
    </>
  );
}
