import { useRouter } from '@tanstack/react-router';
import { Suspense, type MouseEvent } from 'react';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { useOpenSection } from '../../features/company/useOpenSection.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { useHistoryLocation } from '../../shared/use-history-location.ts';
import { Page, type WayBack } from '../../shared/ui/Page.tsx';

// Too large for the cached shell; cached with the assets of signed-in devices.
const Sections = lazyPart(async () => (await import('./Sections.tsx')).Sections, { fallback: SeenOnline });

function SeenOnline() {
  return <Notice tone="info">These settings can be seen online.</Notice>;
}

/** The company's settings; an interviewer sees only their own account's. A narrow window has a list that opens them. */
export function SettingsScreen() {
  const list = useWayToList();
  const isInSection = Boolean(useOpenSection());
  return (
    <Page title="Settings" back={isInSection ? list : { label: 'Dashboard', to: '/dashboard' }}>
      <Suspense fallback={<Skeleton rows={4} height={96} />}>
        <Sections />
      </Suspense>
    </Page>
  );
}

/** Returns the way from a section to the list, after which Back leads to where the user came from. */
function useWayToList(): WayBack {
  const { history } = useRouter();
  const { state } = useHistoryLocation();
  const toPrevious = (event: MouseEvent) => {
    event.preventDefault();
    history.back();
  };
  return { label: 'All settings', to: '/settings', replace: true, ...(state.isOpened && { onClick: toPrevious }) };
}
