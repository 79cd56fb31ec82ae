import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

// Of no use without a server, so it is not kept for offline.
export const Route = createFileRoute('/verify-email')({
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('../screens/auth/VerifyEmailScreen.tsx'), 'VerifyEmailScreen'),
});
