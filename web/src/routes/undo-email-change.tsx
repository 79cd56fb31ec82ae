import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

// Of no use without a server, so it is not kept for offline.
export const Route = createFileRoute('/undo-email-change')({
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('../screens/auth/UndoEmailScreen.tsx'), 'UndoEmailScreen'),
});
