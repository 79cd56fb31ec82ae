import { createFileRoute } from '@tanstack/react-router';
import { CreateInterview } from '../../screens/editor/CreateInterview.tsx';
import { OpenInterview } from '../../screens/editor/OpenInterview.tsx';

interface EditorSearch {
  room?: string;
}

export const Route = createFileRoute('/_signed-in/editor')({
  validateSearch: ({ room }): EditorSearch => (typeof room === 'string' && room !== '' ? { room } : {}),
  component: Editor,
});

function Editor() {
  const { room } = Route.useSearch();
  return room === undefined ? <CreateInterview /> : <OpenInterview key={room} roomCode={room} />;
}
