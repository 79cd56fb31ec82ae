import { useEffect, useState } from 'react';
import { loadShared } from '../../pwa/shared-text.ts';
import type { SharedText } from '../../pwa/shared-text.ts';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';

/** Shows that a shared file waits, for example since before the sign-in. */
export function SharedWaiting() {
  const [shared, setShared] = useState<SharedText | null>(null);
  useEffect(() => void loadShared().then(setShared), []);
  if (shared?.text === undefined) return null;
  const open = (
    <ButtonLink size="sm" to="/share-target">
      Open
    </ButtonLink>
  );
  return (
    <Notice tone="info" action={open}>
      {shared.name ? `“${shared.name}”` : 'A text'} was shared with this app. Start an interview with it.
    </Notice>
  );
}
