import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loadShared } from '../../pwa/shared-text.ts';
import type { SharedText } from '../../pwa/shared-text.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';

/** Says that something was shared before anybody was signed in, or was left for later. */
export function SharedWaiting() {
  const navigate = useNavigate();
  const [shared, setShared] = useState<SharedText | null>(null);
  useEffect(() => void loadShared().then(setShared), []);
  if (shared?.text === undefined) return null;
  const open = (
    <Button size="sm" onClick={() => void navigate({ to: '/share-target' })}>
      Open
    </Button>
  );
  return (
    <Notice tone="info" action={open}>
      {shared.name ? `“${shared.name}”` : 'A text'} was shared with this app and waits for an interview.
    </Notice>
  );
}
