import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../shared/ui/loading/lazy-part.tsx';
import { PageSpinner } from '../shared/ui/loading/Spinner.tsx';

// Not cached for offline, because it needs a server. In a file of its own, because otherwise the first file of every
// page would list its files.
const ReviewScreen = lazyPart(async () => (await import('../screens/playback/ReviewScreen.tsx')).ReviewScreen);

export const Route = createFileRoute('/review')({ component: Review });

function Review() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <ReviewScreen />
    </Suspense>
  );
}
