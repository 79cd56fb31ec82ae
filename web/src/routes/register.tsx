import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

// Of no use without a server, so it is no part of what is kept for offline.
export const Route = createFileRoute('/register')({
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('../screens/auth/RegisterScreen.tsx'), 'RegisterScreen'),
});
