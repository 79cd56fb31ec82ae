import { useEffect, useState } from 'react';
import { copyText } from '../../../shared/device/copy-text.ts';
import { TOAST_MS } from '../../../shared/limits.ts';
import { Button } from '../../../shared/ui/form/Button.tsx';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { candidateLink } from '../interview-text.ts';

/** Renders a button that copies the candidate's link of a room, and shows that it did. */
export function CopyLink({ roomCode }: { roomCode: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), TOAST_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    const hasCopied = await copyText(candidateLink(roomCode));
    setCopied(hasCopied);
    if (!hasCopied) toast('bad', 'Failed to copy link');
  };
  return (
    <>
      <Button size="sm" onClick={() => void copy()}>
        {isCopied ? 'Copied ✓' : 'Copy link'}
      </Button>
      <span role="status" className="visually-hidden">
        {isCopied && 'Interview link copied to clipboard!'}
      </span>
    </>
  );
}
