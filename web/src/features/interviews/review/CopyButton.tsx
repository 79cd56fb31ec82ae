import { useEffect, useState } from 'react';
import { copyText } from '../../../shared/device/copy-text.ts';
import { TOAST_MS } from '../../../shared/limits.ts';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';

interface CopyButtonProps {
  label: string;
  text: string;
  /** The message once it is copied, and the message if it cannot be. */
  copied: string;
  failed: string;
}

/** Renders a button that copies a text, and shows that it did. */
export function CopyButton({ label, text, copied, failed }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), TOAST_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    const hasCopied = await copyText(text);
    setCopied(hasCopied);
    if (!hasCopied) toast('bad', failed);
  };
  return (
    <>
      <Button size="sm" onClick={() => void copy()}>
        {isCopied ? 'Copied ✓' : label}
      </Button>
      <span role="status" className="visually-hidden">
        {isCopied && copied}
      </span>
    </>
  );
}
