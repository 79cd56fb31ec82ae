import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { RoleOnly } from '../../screens/RoleOnly.tsx';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { PageSpinner } from '../../shared/ui/loading/Spinner.tsx';

// Not cached for offline, because nobody plays a recording without a server.
const PlaybackScreen = lazyPart(async () => (await import('../../screens/playback/PlaybackScreen.tsx')).PlaybackScreen);

export const Route = createFileRoute('/_signed-in/sessions/$id/playback')({ component: Playback });

function Playback() {
  const { id } = Route.useParams();
  return (
    <RoleOnly to="interviewer">
      <Suspense fallback={<PageSpinner />}>
        <PlaybackScreen key={id} interviewId={id} />
      </Suspense>
    </RoleOnly>
  );
}
