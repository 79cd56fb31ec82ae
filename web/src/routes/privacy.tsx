import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/privacy')({
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('../screens/legal/LegalScreens.tsx'), 'PrivacyScreen'),
});
