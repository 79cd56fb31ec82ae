import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { RoleOnly } from '../../../screens/RoleOnly.tsx';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';

// Cached with the assets of signed-in devices, because only they get here.
const ScorecardScreen = lazyPart(
  async () => (await import('../../../screens/scorecards/ScorecardScreen.tsx')).ScorecardScreen,
);

export const Route = createFileRoute('/_signed-in/_shell/sessions_/$id')({ component: Scorecard });

function Scorecard() {
  const { id } = Route.useParams();
  return (
    <RoleOnly to="interviewer">
      <Suspense>
        <ScorecardScreen key={id} interviewId={id} />
      </Suspense>
    </RoleOnly>
  );
}
