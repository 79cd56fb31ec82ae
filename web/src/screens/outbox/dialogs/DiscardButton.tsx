import { useState } from 'react';
import { Button } from '../../../shared/ui/joy/Button.tsx';

/** Discards on the second click, because unsynced changes exist nowhere else. */
export function DiscardButton({ onDiscard }: { onDiscard: () => void }) {
  const [isSure, setSure] = useState(false);
  return (
    <Button
      size="sm"
      look={isSure ? 'danger' : 'quiet'}
      onClick={() => {
        if (isSure) onDiscard();
        else setSure(true);
      }}
    >
      {isSure ? 'Discard for good' : 'Discard'}
    </Button>
  );
}
