import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

// Of no use without a server, so it is no part of what is kept for offline.
export const Route = createFileRoute('/reset-password')({
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('../screens/auth/ResetPasswordScreen.tsx'), 'ResetPasswordScreen'),
});
