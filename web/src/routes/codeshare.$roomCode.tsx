import { createFileRoute } from '@tanstack/react-router';
import { CandidateScreen } from '../screens/candidate/CandidateScreen.tsx';
import { settleEarlyJoin } from '../screens/candidate/early-join.ts';

export const Route = createFileRoute('/codeshare/$roomCode')({
  codeSplitGroupings: [['component', 'loader']],
  // A candidate who sent the name before the app was loaded goes to the room, not back to the card.
  loader: ({ params }) => settleEarlyJoin(params.roomCode),
  component: Codeshare,
});

function Codeshare() {
  const { roomCode } = Route.useParams();
  return <CandidateScreen key={roomCode} roomCode={roomCode} />;
}
