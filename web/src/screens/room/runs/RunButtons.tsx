import { Suspense } from 'react';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { hasTests } from './has-tests.ts';
import { pressRun } from './load-runs.ts';
import { RunButton } from './RunButton.tsx';
import type { TestsButtonProps } from './TestsButton.tsx';

const TestsButton = lazyPart(async () => (await import('./TestsButton.tsx')).TestsButton);

/** Run, and the tests of a room that has some for its language; `isNarrow` where they share a row with keys. */
export function RunButtons({ room, isNarrow = false }: { room: LiveRoom; isNarrow?: boolean }) {
  return (
    <>
      <RunButton room={room} />
      <TestsPlace room={room} isIcon={isNarrow} onPress={() => pressRun(room, true)} />
    </>
  );
}

/** The place of the button for test files. Renders nothing if the room has none for its language. */
export function TestsPlace(props: TestsButtonProps) {
  if (!useRoomState(props.room, hasTests)) return null;
  return (
    <Suspense>
      <TestsButton {...props} />
    </Suspense>
  );
}
