import { roomCodeIn } from '@cip/contracts/interviews/room-links';
import { createFileRoute } from '@tanstack/react-router';
import { CreateInterview } from '../../screens/editor/CreateInterview.tsx';
import { NoSuchInterview } from '../../screens/editor/NoSuchInterview.tsx';
import { OpenInterview } from '../../screens/editor/OpenInterview.tsx';
import { RoleOnly } from '../../screens/RoleOnly.tsx';

interface EditorSearch {
  /** Undefined starts an interview; an empty string stands for any value that is not a room code. */
  room?: string | undefined;
  /** The template that a new interview begins from. */
  template?: string | undefined;
}

export const Route = createFileRoute('/_signed-in/editor')({ validateSearch: readRoom, component: Editor });

/** Reads the room of an address; undefined only if it has no `room` key at all, not even `room[]`. */
function readRoom(search: Record<string, unknown>): EditorSearch {
  if (typeof search['room'] === 'string') return { room: roomCodeIn(search['room']) };
  const template = typeof search['template'] === 'string' ? search['template'] : undefined;
  const hasKey = Object.entries(search).some(([key, value]) => /^room\b/i.test(key) && value !== undefined);
  return { room: hasKey ? '' : undefined, template };
}

function Editor() {
  return (
    <RoleOnly to="interviewer">
      <Room />
    </RoleOnly>
  );
}

function Room() {
  const { room, template } = Route.useSearch();
  if (room === undefined) return <CreateInterview templateId={template} />;
  return room === '' ? <NoSuchInterview /> : <OpenInterview key={room} roomCode={room} />;
}
