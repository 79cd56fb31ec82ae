import { Suspense } from 'react';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { useOpenSection } from '../../features/company/useOpenSection.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { Page } from '../../shared/ui/Page.tsx';

// Too large for the cached shell; cached with the assets of signed-in devices.
const Sections = lazyPart(async () => (await import('./Sections.tsx')).Sections, { fallback: SeenOnline });

function SeenOnline() {
  return <Notice tone="info">These settings can be seen online.</Notice>;
}

/** The company's settings; an interviewer sees only their own account's. A narrow window has a list that opens them. */
export function SettingsScreen() {
  const isInSection = Boolean(useOpenSection());
  return (
    <Page
      title="Settings"
      back={isInSection ? { label: 'All settings', to: '/settings' } : { label: 'Dashboard', to: '/dashboard' }}
    >
      <Suspense fallback={<Skeleton rows={4} height={96} />}>
        <Sections />
      </Suspense>
    </Page>
  );
}
