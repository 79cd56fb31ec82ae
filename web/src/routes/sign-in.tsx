import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

// No use without a server, and so not cached for offline.
export const Route = createFileRoute('/sign-in')({
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('../screens/auth/SignInReturnScreen.tsx'), 'SignInReturnScreen'),
});
