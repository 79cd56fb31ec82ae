import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

// Not cached for offline, because it needs a server.
export const Route = createFileRoute('/sign-in')({
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('../screens/auth/SignInReturnScreen.tsx'), 'SignInReturnScreen'),
});
