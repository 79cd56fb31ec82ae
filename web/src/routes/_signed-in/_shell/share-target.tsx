import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

// Kept with what signed-in devices keep: nobody else gets here.
const SharedScreen = lazy(async () => ({
  default: (await import('../../../screens/share-target/SharedScreen.tsx')).SharedScreen,
}));

interface SharedSearch {
  /** Set by the service worker where this device refused to keep what was shared. */
  problem?: 'storage';
}

export const Route = createFileRoute('/_signed-in/_shell/share-target')({
  validateSearch: ({ problem }): SharedSearch => (problem === 'storage' ? { problem } : {}),
  component: Shared,
});

function Shared() {
  return (
    <Suspense>
      <SharedScreen isUnkept={Route.useSearch().problem === 'storage'} />
    </Suspense>
  );
}
