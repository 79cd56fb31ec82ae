import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

// Not cached for offline, because it needs a server.
export const Route = createFileRoute('/register')({
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('../screens/auth/RegisterScreen.tsx'), 'RegisterScreen'),
});
