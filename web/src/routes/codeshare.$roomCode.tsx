import { createFileRoute } from '@tanstack/react-router';
import { CandidateScreen } from '../screens/candidate/CandidateScreen.tsx';

export const Route = createFileRoute('/codeshare/$roomCode')({ component: Codeshare });

function Codeshare() {
  const { roomCode } = Route.useParams();
  return <CandidateScreen key={roomCode} roomCode={roomCode} />;
}
