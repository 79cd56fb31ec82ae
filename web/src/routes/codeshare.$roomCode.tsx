import { createFileRoute } from '@tanstack/react-router';
import { CandidateScreen } from '../screens/candidate/CandidateScreen.tsx';
import { resumePrejoin } from '../screens/candidate/resume-prejoin.ts';

export const Route = createFileRoute('/codeshare/$roomCode')({
  codeSplitGroupings: [['component', 'loader']],
  loader: ({ params }) => resumePrejoin(params.roomCode),
  // The page's work holds for one visit, so that coming back to the link requests the interview again.
  gcTime: 0,
  component: Codeshare,
});

function Codeshare() {
  const { roomCode } = Route.useParams();
  const { prejoin, place } = Route.useLoaderData();
  return <CandidateScreen key={roomCode} roomCode={roomCode} prejoin={prejoin} joined={place} />;
}
