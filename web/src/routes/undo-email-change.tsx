import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

// Not cached for offline, because it needs a server.
export const Route = createFileRoute('/undo-email-change')({
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('../screens/auth/UndoEmailScreen.tsx'), 'UndoEmailScreen'),
});
