import { createFileRoute } from '@tanstack/react-router';
import { CandidateScreen } from '../screens/candidate/CandidateScreen.tsx';
import { settleEarlyJoin } from '../screens/candidate/early-join.ts';

export const Route = createFileRoute('/codeshare/$roomCode')({
  codeSplitGroupings: [['component', 'loader']],
  // Who sent a name before the app was here is drawn in the room, not on the card again.
  loader: ({ params }) => settleEarlyJoin(params.roomCode),
  component: Codeshare,
});

function Codeshare() {
  const { roomCode } = Route.useParams();
  return <CandidateScreen key={roomCode} roomCode={roomCode} />;
}
