import type { LiveRoom } from '../live/live-room.ts';
import { RunButton } from './RunButton.tsx';
import { TestsButton } from './TestsButton.tsx';

/** Run, and the tests of a room that has some. */
export function RunButtons({ room }: { room: LiveRoom }) {
  return (
    <>
      <RunButton room={room} />
      <TestsButton room={room} />
    </>
  );
}
