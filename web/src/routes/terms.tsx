import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/terms')({
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('../screens/legal/LegalScreens.tsx'), 'TermsScreen'),
});
