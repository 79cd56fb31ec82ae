import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../shared/ui/loading/lazy-part.tsx';
import { PageSpinner } from '../shared/ui/loading/Spinner.tsx';

// No use without a server, and so not cached for offline. In a file of its own: the list of what it loads would be in the
// first file of every page.
const ReviewScreen = lazyPart(async () => (await import('../screens/playback/ReviewScreen.tsx')).ReviewScreen);

export const Route = createFileRoute('/review')({ component: Review });

function Review() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <ReviewScreen />
    </Suspense>
  );
}
