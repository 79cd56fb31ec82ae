import { createFileRoute } from '@tanstack/react-router';
import { SharedScreen } from '../../../screens/share-target/SharedScreen.tsx';

interface SharedSearch {
  /** Set by the service worker where this device refused to keep what was shared. */
  problem?: 'storage';
}

export const Route = createFileRoute('/_signed-in/_shell/share-target')({
  validateSearch: ({ problem }): SharedSearch => (problem === 'storage' ? { problem } : {}),
  component: Shared,
});

function Shared() {
  return <SharedScreen isUnkept={Route.useSearch().problem === 'storage'} />;
}
