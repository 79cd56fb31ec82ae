import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../shared/ui/loading/lazy-part.tsx';
import { PageSpinner } from '../shared/ui/loading/Spinner.tsx';

// Its editor is the room's, which loads with a room.
const TryScreen = lazyPart(async () => (await import('../screens/try/TryScreen.tsx')).TryScreen);

export const Route = createFileRoute('/try')({ component: Try });

function Try() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <TryScreen />
    </Suspense>
  );
}
