import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { removeShared, loadShared } from '../../pwa/shared-text.ts';
import type { SharedText } from '../../pwa/shared-text.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { EmptyState } from '../../shared/ui/feedback/EmptyState.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { REFUSALS } from './shared-words.ts';
import { SharedPreview } from './SharedPreview.tsx';

/** What the system's share sheet handed over, and the interview that can start with it. */
export function SharedScreen({ isUnkept }: { isUnkept: boolean }) {
  const navigate = useNavigate();
  const [shared, setShared] = useState<SharedText | null>();
  useEffect(() => void loadShared().then(setShared), []);
  const leave = async () => {
    await removeShared();
    await navigate({ to: '/dashboard' });
  };
  const done = (
    <Button look="primary" onClick={() => void leave()}>
      Dashboard
    </Button>
  );
  return (
    <Page title="Shared with this app">
      {isUnkept && <Notice tone="bad">This device has no room to keep what was shared.</Notice>}
      {shared === undefined && <Skeleton rows={4} height={40} />}
      {shared === null && (
        <EmptyState title="Nothing waits here" action={done}>
          Share a file of code or a text with this app, and an interview can start with it.
        </EmptyState>
      )}
      {shared?.refused !== undefined && (
        <EmptyState title={shared.name || 'It cannot be used'} action={done}>
          {REFUSALS[shared.refused]}
        </EmptyState>
      )}
      {shared?.text !== undefined && (
        <SharedPreview name={shared.name} text={shared.text} onDiscard={() => void leave()} />
      )}
    </Page>
  );
}
