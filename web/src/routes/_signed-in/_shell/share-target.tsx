import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { RoleOnly } from '../../../screens/RoleOnly.tsx';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';

// Cached with the assets of signed-in devices, because only they get here.
const SharedScreen = lazyPart(
  async () => (await import('../../../screens/share-target/SharedScreen.tsx')).SharedScreen,
);

interface SharedSearch {
  /** Set by the service worker if this device refused to store the shared text. */
  problem?: 'storage' | undefined;
}

export const Route = createFileRoute('/_signed-in/_shell/share-target')({
  validateSearch: ({ problem }): SharedSearch => ({ problem: problem === 'storage' ? problem : undefined }),
  component: Shared,
});

function Shared() {
  const { problem } = Route.useSearch();
  return (
    <RoleOnly to="interviewer">
      <Suspense>
        <SharedScreen hasFailed={problem === 'storage'} />
      </Suspense>
    </RoleOnly>
  );
}
