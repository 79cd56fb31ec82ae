import { Suspense } from 'react';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { hasTests } from './has-tests.ts';
import { RunButton } from './RunButton.tsx';

const TestsButton = lazyPart(async () => (await import('./TestsButton.tsx')).TestsButton);

/** Run, and the tests of a room that has some for its language; `isNarrow` where they share a row with keys. */
export function RunButtons({ room, isNarrow = false }: { room: LiveRoom; isNarrow?: boolean }) {
  const isShown = useRoomState(room, hasTests);
  return (
    <>
      <RunButton room={room} />
      {isShown && (
        <Suspense>
          <TestsButton room={room} isIcon={isNarrow} />
        </Suspense>
      )}
    </>
  );
}
