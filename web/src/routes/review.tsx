import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

// No use without a server, and so not cached for offline.
export const Route = createFileRoute('/review')({
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('../screens/playback/ReviewScreen.tsx'), 'ReviewScreen'),
});
