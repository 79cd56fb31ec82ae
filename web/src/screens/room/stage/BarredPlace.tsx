import { Suspense } from 'react';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';

// Lazy, because the server refuses hardly anybody.
const BarredNotice = lazyPart(async () => (await import('./BarredNotice.tsx')).BarredNotice);

/** The place of the notice for a user whom the server refuses. Renders nothing for all others. */
export function BarredPlace({ room }: { room: LiveRoom }) {
  const isBarred = useRoomState(room, (state) => state.barred !== null);
  if (!isBarred) return null;
  return (
    <Suspense>
      <BarredNotice room={room} />
    </Suspense>
  );
}
