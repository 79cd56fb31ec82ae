import { useState } from 'react';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { pressOnce } from '../../../shared/ui/plain/press-once.ts';
import { singlePress } from '../../../shared/ui/plain/single-press.ts';

/** Discards on the second click, but not of a double click, because unsynced changes exist nowhere else. */
export function DiscardButton({ onDiscard }: { onDiscard: () => void }) {
  const [isSure, setSure] = useState(false);
  return (
    <Button
      size="sm"
      look={isSure ? 'danger' : 'quiet'}
      onKeyDown={pressOnce}
      onClick={singlePress(() => (isSure ? onDiscard() : setSure(true)))}
    >
      {isSure ? 'Discard for good' : 'Discard'}
    </Button>
  );
}
