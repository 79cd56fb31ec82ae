import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { removeShared, loadShared } from '../../pwa/shared-text.ts';
import type { SharedText } from '../../pwa/shared-text.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { EmptyState } from '../../shared/ui/feedback/EmptyState.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { REFUSALS } from './shared-words.ts';
import { SharedPreview } from './SharedPreview.tsx';

/** A file or text from the system's share sheet, and a button to start an interview with it. */
export function SharedScreen({ hasFailed }: { hasFailed: boolean }) {
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
    <Page title="Shared file">
      {hasFailed && <Notice tone="bad">This device is out of space, so the file was not saved.</Notice>}
      {shared === undefined && <Skeleton rows={4} height={40} />}
      {shared === null && (
        <EmptyState title="Nothing to open" action={done}>
          Share a code file or text with this app to start an interview with it.
        </EmptyState>
      )}
      {shared?.refused !== undefined && (
        <EmptyState title={shared.name || 'Can’t open this file'} action={done}>
          {REFUSALS[shared.refused]}
        </EmptyState>
      )}
      {shared?.text !== undefined && (
        <SharedPreview name={shared.name} text={shared.text} onDiscard={() => void leave()} />
      )}
    </Page>
  );
}
